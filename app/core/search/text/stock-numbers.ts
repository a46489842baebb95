const MIN_LENGTH = 3;

/** The form of a part allows as many characters. */
const MAX_LENGTH = 40;

const MAX_WORDS = 5;

/** Words that people write before a stock number: 'stock # 1042', 'stk no 1042'. */
const introductions: ReadonlySet<string> = new Set('STOCK STK SKU PART NUMBER NUM NO #'.split(' '));

/**
 * Lists the stock numbers that a whole text can mean, spelled like oem_number_key in the database: case, spaces, dots and
 * dashes do not count, nor does '#' at the beginning. Empty if the text has no digit.
 */
export function readStockNumbers(text: string): string[] {
  const words = text
    .toUpperCase()
    .replaceAll(/["\0]/g, ' ')
    .split(/[\s:]+/)
    .map((word) => word.replaceAll(/[-.]/g, ''))
    .filter(Boolean);
  if (words.length > MAX_WORDS) return [];
  const first = words.findIndex((word) => !introductions.has(word));
  const number = words.slice(Math.max(first, 0)).join('').replace(/^#/, '');
  return [...new Set([words.join(''), number, `#${number}`])].filter(
    (key) => /\d/.test(key) && key.length >= MIN_LENGTH && key.length <= MAX_LENGTH,
  );
}
