/** Characters. The database cuts words there too (inbox_words in db/migrations/0023_inbox.sql). */
const MAX_WORD_LENGTH = 100;

const MAX_WORDS = 12;

/**
 * Writes a typed search as a tsquery of PostgreSQL: each word has to begin a word of the text. Returns
 * undefined for a text without words.
 */
export function writeInboxQuery(text: string): string | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (words.length === 0) return undefined;
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `'${[...word].slice(0, MAX_WORD_LENGTH).join('')}':*`)
    .join(' & ');
}
