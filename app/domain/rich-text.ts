export type RichInline =
  | string
  | { kind: 'strong' | 'emphasis'; content: RichInline[] }
  | { kind: 'link'; href: string; content: RichInline[] }
  | { kind: 'break' };

export type RichBlock =
  | { kind: 'heading' | 'paragraph' | 'line'; content: RichInline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: RichBlock[][] }
  | { kind: 'table'; head: RichInline[][]; rows: RichInline[][][] }
  | { kind: 'terms'; terms: RichTerm[] };

export interface RichTerm {
  term: RichInline[];
  value: RichInline[];
  notes: RichInline[][];
}

export interface RichSection {
  /** Null for what comes before the first title. */
  title: RichInline[] | null;
  blocks: RichBlock[];
}

/** A formatted text without HTML. Links lead to https:, mailto: and tel: addresses, or to paths of the shop. */
export type RichText = RichSection[];

export interface TextProblem {
  /** From 1. Null: about the text as a whole. */
  line: number | null;
  message: string;
}
