/** Open ranges begin with it. */
export const FIRST_YEAR = 1940;

/** The newest model year that can be for sale. */
export function lastYear(): number {
  return new Date().getFullYear() + 1;
}

export function isYear(word: string): boolean {
  return /^(19[4-9]\d|20[0-3]\d)$/.test(word);
}

/** '08' is 2008, '95' is 1995. */
export function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  return Number(year) + (Number(year) < 40 ? 2000 : 1900);
}

/** Says a range in a few words. */
export function describeYears({ from, to }: { from: number; to: number }): string {
  if (from === to) return String(from);
  if (from === FIRST_YEAR) return `Up to ${to}`;
  return to === lastYear() ? `${from} and newer` : `${from}–${to}`;
}
