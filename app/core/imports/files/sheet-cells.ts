/** The meaning of a number in a cell by its format. */
export type NumberFormat = 'date' | 'number' | { zeros: number } | { decimals: number };

/** Formats without a code that have two decimals, such as those of money. */
const twoDecimals: ReadonlySet<number> = new Set([2, 4, 7, 8, 39, 40, 44]);

/** Finds the meaning of a format. Excel has formats without a code: 14 to 22 and 45 to 47 are dates and times. */
export function formatOf(id: number, code: string | undefined): NumberFormat {
  if ((id >= 14 && id <= 22) || (id >= 45 && id <= 47)) return 'date';
  if (code === undefined) return twoDecimals.has(id) ? { decimals: 2 } : 'number';
  if (/^0{2,}$/.test(code)) return { zeros: code.length };
  const plain = code.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  if (/[dmy]/i.test(plain) && !/[#0?]/.test(plain)) return 'date';
  const [, decimals = ''] = /0\.(0{2,})(?![#?%eE])/.exec(plain) ?? [];
  return decimals === '' ? 'number' : { decimals: decimals.length };
}

const DAY_MS = 86_400_000;

/**
 * Formats a number as the sheet shows it: 49.990000000000002 is 49.99, and a date is 2026-11-22. Formats with two decimals and more
 * round, as those of money do.
 */
export function showNumber(
  text: string,
  { format, since1904 }: { format: NumberFormat; since1904: boolean },
): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  if (format === 'date' && value >= 1 && value < 2_958_466) {
    const start = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
    return new Date(start + Math.floor(value) * DAY_MS).toISOString().slice(0, 10);
  }
  const isRounded = typeof format === 'object' && 'decimals' in format;
  const plain = Number(isRounded ? value.toFixed(Math.min(format.decimals, 20)) : value.toPrecision(15));
  if (typeof format === 'object' && 'zeros' in format && Number.isInteger(plain) && plain >= 0)
    return String(plain).padStart(format.zeros, '0');
  // BigInt writes long part numbers without an exponent.
  return Number.isInteger(plain) && Math.abs(plain) < 1e21 ? BigInt(plain).toString() : String(plain);
}

/** Returns the place of a cell in its row: 0 for A1, 27 for AB3. Undefined if it has no address. */
export function columnOf(address: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(address ?? '')?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
