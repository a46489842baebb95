import { unquoteFormula } from '#core/values/csv.ts';

/**
 * Removes what spreadsheets and exports put around a text so that it stays one: ="00078123" is 00078123, and an apostrophe before a
 * number or a formula goes.
 */
export function unpackCell(cell: string): string {
  const [, quoted] = /^\s*="([^"]*)"\s*$/.exec(cell) ?? [];
  return quoted ?? unquoteFormula(cell);
}

/** Removes the apostrophe before a number, which keeps spreadsheets from dropping its zeros. */
export function unpackNumber(text: string): string {
  return text.replace(/^'(?=[\w#])/, '').trim();
}

/** Tells whether a spreadsheet has shortened a number: '8.85201E+11'. A part number such as '12E10' has no sign. */
export function isShortened(text: string): boolean {
  return /^-?\d([.,]\d+)?e[+-]\d{1,3}$/i.test(text.trim());
}
