const PERIOD = /(\d+)\s*(day|month|year)s?\b[^\d]*$/i;

/** Reads a period: '90 days' or '6 months'. Undefined if it is neither. */
export function normalizeWarranty(text: string): string | undefined {
  const [, count = '', unit = ''] = /^0*([1-9]\d{0,2}) ?(day|month)s?$/i.exec(text.trim()) ?? [];
  if (count === '') return undefined;
  return `${count} ${unit.toLowerCase()}${count === '1' ? '' : 's'}`;
}

/** Reads the longest period that a text names: 36 months of '12 to 36 months'. Undefined if it names none. */
export function readPeriod(text: string): { days: number } | { months: number } | undefined {
  const [, count, unit] = PERIOD.exec(text) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  if (unit.toLowerCase() === 'day') return { days: Number(count) };
  return { months: Number(count) * (unit.toLowerCase() === 'year' ? 12 : 1) };
}

function countDays(text: string): number | undefined {
  const period = readPeriod(text);
  if (!period) return undefined;
  return 'days' in period ? period.days : (period.months * 365) / 12;
}

/** Whether a part's own warranty is shorter than that of the shop's terms. */
export function isShorterWarranty(own: string, terms: string): boolean {
  return (countDays(own) ?? Infinity) < (countDays(terms) ?? 0);
}

/** The warranty that applies: the part's own, but never less than the shop's terms, which may have changed since. */
export function longerWarranty(own: string | null, terms: string): string {
  return own === null || countDays(terms) === undefined || isShorterWarranty(own, terms) ? terms : own;
}
