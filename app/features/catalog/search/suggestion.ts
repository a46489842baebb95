export const suggestionKinds = ['part', 'vehicle', 'category', 'number'] as const;

export interface Suggestion {
  kind: (typeof suggestionKinds)[number];
  text: string;
  /** For an OEM number: the name of its part. */
  note?: string;
  href: string;
}
