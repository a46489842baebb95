export const suggestionKinds = ['part', 'vehicle', 'category', 'number'] as const;

export interface Suggestion {
  kind: (typeof suggestionKinds)[number];
  text: string;
  href: string;
  /** For a number: the name of its part. */
  note?: string;
  /** For a number: vehicle, condition and price, or how many parts have it. */
  details?: string;
  /** For a number: the address of its part's picture. */
  picture?: string | null;
}
