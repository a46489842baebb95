/** What a suggestion names, in the order in which they are shown. */
export const suggestionKinds = ['part', 'vehicle', 'category', 'number'] as const;

/** Something in the catalogue that what is typed may be the beginning of. */
export interface Suggestion {
  kind: (typeof suggestionKinds)[number];
  /** Its name as the catalogue has it. */
  text: string;
  /** Of a number: the name of a part that carries it. */
  note?: string;
  /** The page that it leads to. */
  href: string;
}
