import { withoutAccents } from '#core/values/word-search.ts';

/** Folds a text: case, accents, dashes and dots do not count. */
export function foldText(text: string): string {
  return withoutAccents(text)
    .toLowerCase()
    .replace(/[-.\u2010\u2011\u2013\u2014]/g, '');
}

/** Keeps only letters without accents, and digits: F-150 is f150, A/C is ac. */
export function wordKey(text: string): string {
  return withoutAccents(text)
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const withoutPlural = new Set([
  'chassis',
  'lens',
  'tpms',
  'plus',
  'canvas',
  'atlas',
  'compass',
  'ses',
  'axis',
  'bus',
]);

/** Returns the singular of an English word, or the word. */
export function singular(word: string): string {
  if (word.length < 4 || withoutPlural.has(word) || !/[a-z]s$/.test(word) || /(ss|us|is)$/.test(word))
    return word;
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(sses|xes|ches|shes)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Returns a word with its singular and plural. */
export function wordForms(word: string): string[] {
  const one = singular(word);
  if (one.length < 3 || /\d/.test(one)) return [...new Set([word, one])];
  return [...new Set([word, one, plural(one)])];
}

/** Returns the longest text that all forms of a word contain. */
export function wordStem(word: string): string {
  const one = singular(word);
  return word.startsWith(one) ? one : one.slice(0, -1);
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
