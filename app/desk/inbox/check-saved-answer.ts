/** Characters. */
export const MAX_SAVED_ANSWER_TITLE = 80;
export const MAX_SAVED_ANSWER_LENGTH = 2_000;

/** Maximum in the whole shop. */
export const MAX_SAVED_ANSWERS = 100;

export interface SavedAnswer {
  id: string;
  title: string;
  text: string;
}

/** Placeholder -> text. Null means that it is not known. */
export type AnswerFacts = Record<'name' | 'order', string | null>;

const PLACEHOLDER = /\{(name|order)\}/g;

/** Fills in what is known. Other placeholders stay, so that the writer sees them. */
export function fillPlaceholders(text: string, facts: AnswerFacts): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, key: keyof AnswerFacts) => facts[key] ?? placeholder);
}

/** Finds a placeholder that is still in the text, which must not be mailed then. */
export function findPlaceholder(text: string): string | undefined {
  return text.match(PLACEHOLDER)?.[0];
}
