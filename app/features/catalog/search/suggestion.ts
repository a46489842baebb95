export const suggestionKinds = ['part', 'vehicle', 'category', 'number'] as const;

export interface Suggestion {
  kind: (typeof suggestionKinds)[number];
  text: string;
  /** For an OEM number: the name of a part that has it. */
  note?: string;
  href: string;
}
