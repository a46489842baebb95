/** Words of a car's body -> its outline, its windows, and the lines of its doors. The front is at the left. */
const bodies = [
  {
    words: /pick|truck/i,
    outline:
      'M22 116L20 90Q20 82 32 79L84 70L112 38Q117 32 126 32H176Q184 32 186 40L192 70H292Q298 70 298 76V112Q298 120 290 120H24Z',
    windows: 'M100 68L121 44Q124 41 130 41H142V68ZM150 68V41H170Q176 41 177 46L182 68Z',
    lines: 'M146 70V114M192 70V114M200 80H290M126 82h10M174 82h10',
  },
  {
    words: /suv|utility|van|wagon|crossover|hatch/i,
    outline:
      'M24 116L22 94Q22 86 34 83L86 72L116 36Q121 30 130 30H268Q279 30 283 40L296 76L298 112Q298 120 290 120H26Z',
    windows: 'M102 70L124 43Q128 39 134 39H160V70ZM168 70V39H220V70ZM228 70V39H262Q269 39 272 45L281 70Z',
    lines: 'M164 72V114M226 72V98M146 84h10M206 84h10',
  },
  {
    words: /./,
    outline:
      'M26 116L24 96Q24 88 36 85L92 76L124 48Q130 43 140 43H196Q206 43 213 49L244 74L284 80Q298 83 298 94V112Q298 120 290 120H28Z',
    windows: 'M108 74L131 55Q134 52 140 52H162V74ZM170 74V52H194Q201 52 205 55L228 74Z',
    lines: 'M166 76V114M146 86h10M208 86h10',
  },
] as const;

/** Words of a color -> how it is painted. */
const paints: readonly [RegExp, string][] = [
  [/black/i, '#3d464e'],
  [/white|pearl/i, '#ffffff'],
  [/silver/i, '#d5dbe1'],
  [/gr[ae]y|charcoal/i, '#8c97a1'],
  [/blue/i, '#6f94b8'],
  [/red|maroon|burgundy/i, '#c2665b'],
  [/green/i, '#7d9f83'],
  [/beige|tan|gold/i, '#d8c7a3'],
  [/brown|bronze/i, '#9a7d63'],
  [/yellow/i, '#e3cb72'],
  [/orange|copper/i, '#dc9a5e'],
  [/purple|violet/i, '#9a8ab8'],
];

const wheel = (x: number) =>
  `<circle cx="${x}" cy="118" r="22" fill="#1f2a33"/><circle cx="${x}" cy="118" r="11" fill="#d5dbe1" stroke-width="1.5"/>`;

/** Draws a car from its side as SVG, by its body and color. */
export function drawCar(body: string, color: string): string {
  const { outline, windows, lines } = bodies.find(({ words }) => words.test(body)) ?? bodies[2];
  const paint = paints.find(([words]) => words.test(color))?.[1] ?? '#a9b4be';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 20 320 130" width="320" height="130" fill="none"' +
    ' stroke="#1f2a33" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">' +
    '<ellipse cx="160" cy="140" rx="140" ry="6" fill="#1f2a33" fill-opacity=".12" stroke="none"/>' +
    `<path d="${outline}" fill="${paint}"/><path d="${windows}" fill="#c3d5da"/><path d="${lines}" stroke-width="1.5"/>` +
    '<path d="M25 92h14l4 8H24Z" fill="#fff" stroke-width="1.5"/><path d="M288 88h9v14h-9Z" fill="#d9480f" stroke-width="1.5"/>' +
    `${wheel(82)}${wheel(242)}</svg>`
  );
}
