export const suggestionKinds = ['part', 'vehicle', 'category', 'number'] as const;

export interface Suggestion {
  kind: (typeof suggestionKinds)[number];
  text: string;
  href: string;
  /** The part's name, if this is a number. */
  note?: string;
  /** Vehicle, condition and price, or how many parts have it, if this is a number. */
  details?: string;
  /** Address of the part's picture, if this is a number. */
  picture?: string | null;
}
