/** The words of a text as they are compared: in lower case, without signs. 'Mercedes-B, 300' is 'mercedesb', '300'. */
export function comparedWords(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/);
  return words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).filter(Boolean);
}

/**
 * Whether each word of the query begins a word of the text; a query without words begins nothing. A word with signs in
 * it counts whole and in its pieces: 'Mercedes-Benz' is begun by 'merc', 'benz' and 'mercedes-b', 'F-150' by 'f150'.
 */
export function beginsWords(text: string, query: string): boolean {
  const words = [...comparedWords(text), ...(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  const begun = comparedWords(query);
  return begun.length > 0 && begun.every((beginning) => words.some((word) => word.startsWith(beginning)));
}
