const TOTALS = /^(grand |sub-?)?totals?( (items|parts|lines|qty|quantity|value))?:?$/i;

/** Totals stand beside few other cells. */
const MAX_CELLS = 3;

/** Says why a line is no part: files that were made for paper repeat their headings and end with totals. */
export function describeNoPart(cells: readonly string[], header: readonly string[]): string | undefined {
  const filled = cells.flatMap((cell, index) => (cell.trim() === '' ? [] : { text: cell.trim(), index }));
  if (filled.length > 1 && filled.every(({ text, index }) => text === header[index]))
    return 'It repeats the headings';
  if (filled.length <= MAX_CELLS && filled.some(({ text }) => TOTALS.test(text)))
    return 'It is a line of totals';
  return undefined;
}
