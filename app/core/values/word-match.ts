/** Splits a text into lower-case words without punctuation: 'Mercedes-B, 300' is 'mercedesb', '300'. */
export function normalizeWords(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/);
  return words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).filter(Boolean);
}

/** Tells whether each word of the query begins a word of the text: 'merc', 'benz' and 'mercedesb' match 'Mercedes-Benz'. */
export function matchesWordStarts(text: string, query: string): boolean {
  const words = [...normalizeWords(text), ...(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  const beginnings = normalizeWords(query);
  return (
    beginnings.length > 0 && beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)))
  );
}
