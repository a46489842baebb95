import type { Token } from './read-tokens.ts';

interface ReadYears {
  start: number;
  end: number;
  meaning: { kind: 'year'; from: number; to: number };
}

export function isYear(word: string): boolean {
  return /^(19[4-9]\d|20[0-3]\d)$/.test(word);
}

/** Reads a year or a range of years: 2010, '08, 06-11, 2006 to 2011. */
export function readYears(tokens: readonly Token[], start: number): ReadYears | undefined {
  const texts = tokens.slice(start, start + 3).map(({ raw, isQuoted }) => (isQuoted ? '' : raw));
  const [first = '', second = '', third = ''] = texts;
  const spaced = /^(-|–|to|thru|through)$/i.test(second) ? `${first}-${third}` : '';
  for (const [range, end] of [
    [spaced, start + 3],
    [first, start + 1],
  ] as const) {
    const [, from, to] = range.match(/^'?(\d{4}|\d{2})[-–/]'?(\d{4}|\d{2})$/) ?? [];
    if (from === undefined || to === undefined) continue;
    const years = {
      from: fullYear(from),
      to: fullYear(to.length < from.length ? from.slice(0, 2) + to : to),
    };
    if (isYear(String(years.from)) && isYear(String(years.to)) && years.from <= years.to) {
      return { start, end, meaning: { kind: 'year', ...years } };
    }
  }
  const [, year] = first.match(/^(?:['’`](\d{2})|(\d{4}))s?$/) ?? [];
  const full = year === undefined ? first : String(fullYear(year));
  if (!isYear(full)) return undefined;
  return { start, end: start + 1, meaning: { kind: 'year', from: Number(full), to: Number(full) } };
}

/** '08' is 2008, '95' is 1995. */
export function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  return Number(year) + (Number(year) < 40 ? 2000 : 1900);
}
