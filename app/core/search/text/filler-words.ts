/** Words that are searched for only if there are no others. */
export const noiseWords: ReadonlySet<string> = new Set(
  `a an and any auto automotive both buy can car cars cheap clean do factory find fits for from genuine get have i in is
   it looking me my need no number num oe oem of on one or original pair part parts pc pcs piece please pn mpn price
   replacement sale set side some tested the to truck used vehicle w want where will with working you your
   con de del el la las los para por un una y`.split(/\s+/),
);

/** Words of sentences around what is looked for. They are searched for if names of parts have them, or if there are no others. */
export const fillerWords: ReadonlySet<string> = new Set(
  `about again ago am anybody anyone are as asap at bad be because been before believe bent blew blown bought broke broken
   busted but called came come could cracked crashed damaged daughter dead dealer deer did didnt died does doesnt dont dying
   even ever everything fast fell fix found friend gave girlfriend give go goes going gone got guy had happened
   has havent hello help her hey hi him his hit how however husband ill im into its ive junkyard just keep kid kind know
   leaking like local looks lost made make maybe mechanic might mine missing much must near nearby needed needing needs
   nobody not now off ok old once only our out over parting plan pls plz put really repair replace replacing rusted said
   salvage saw searching see seems sell selling she ship shop shot should smashed so someone somebody something son soon
   still stolen stuff sure take than thank thanks that thats them then there these they thing think this those thx
   today tomorrow tonight too tried try trying up urgent urgently us very was we week well went were what whats when
   which while who why wife without wo wont work worked works would wreck wrecked yard yall yes yesterday yet`.split(
    /\s+/,
  ),
);
