const LONGEST = /(\d+)\s*(day|month|year)s?\b[^\d]*$/i;

/** The unit of the first number follows the last one in '12 to 36 months'. */
const SHORTEST = /(\d+).*?(day|month|year)s?\b/i;

/** Reads a period: '90 days' or '6 months'. Returns undefined if it is neither. */
export function normalizeWarranty(text: string): string | undefined {
  const [, count = '', unit = ''] = /^0*([1-9]\d{0,2}) ?(day|month)s?$/i.exec(text.trim()) ?? [];
  if (count === '') return undefined;
  return `${count} ${unit.toLowerCase()}${count === '1' ? '' : 's'}`;
}

type Period = { days: number } | { months: number };

/** Reads the longest period that a text names: 36 months of '12 to 36 months'. Returns undefined if it names none. */
export function readPeriod(text: string): Period | undefined {
  return findPeriod(text, LONGEST);
}

function findPeriod(text: string, pattern: RegExp): Period | undefined {
  const [, count, unit] = pattern.exec(text) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  if (unit.toLowerCase() === 'day') return { days: Number(count) };
  return { months: Number(count) * (unit.toLowerCase() === 'year' ? 12 : 1) };
}

function countDays(text: string, pattern: RegExp): number | undefined {
  const period = findPeriod(text, pattern);
  if (!period) return undefined;
  return 'days' in period ? period.days : (period.months * 365) / 12;
}

/** Tells whether a part's own warranty is shorter than the minimum in the shop's terms: 12 months of '12 to 36 months'. */
export function isShorterWarranty(own: string, terms: string): boolean {
  return (countDays(own, LONGEST) ?? Infinity) < (countDays(terms, SHORTEST) ?? 0);
}

/** Chooses the part's own warranty, but never less than the shop's terms, which may have changed since it was entered. */
export function chooseWarranty(own: string | null, terms: string): string {
  const isRead = countDays(terms, SHORTEST) !== undefined;
  return own === null || !isRead || isShorterWarranty(own, terms) ? terms : own;
}
