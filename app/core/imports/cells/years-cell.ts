import { fullYear, isYear, lastYear } from '#core/search/text/years.ts';

export interface YearRange {
  from: number;
  to: number;
}

const MAX_SPAN = 60;
const MAX_LENGTH = 300;

/**
 * Reads years and ranges of years: '2008-2012', '08-12', '2014, 2015', '10', '08 09 10 11 12', '2012+'. Years that follow each other
 * become one range. Returns undefined if the text has anything else.
 */
export function readYearList(text: string): YearRange[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const pieces = text
    .trim()
    .replaceAll(/['’`]/g, '')
    .replaceAll(/\s*(?:[-–—/]|\b(?:to|thru|through)\b)\s*/gi, '-')
    .split(/(?:[\s,;&]|\band\b)+/i)
    .filter(Boolean);
  const ranges = pieces.map(readRange);
  if (ranges.length === 0 || ranges.length > MAX_SPAN) return undefined;
  return ranges.every((range) => range !== undefined) ? joinRanges(ranges) : undefined;
}

function readRange(piece: string): YearRange | undefined {
  const [, first = '', open, last] =
    /^(\d{4}|\d{2})(?:\.0)?(?:(\+|-?up|-present|-on|-newer)|-(\d{4}|\d{2}))?$/i.exec(piece) ?? [];
  if (first === '') return undefined;
  const from = fullYear(first);
  const to = open ? lastYear() : last === undefined ? from : fullYear(last);
  return isYear(String(from)) && isYear(String(to)) && from <= to && to - from <= MAX_SPAN
    ? { from, to }
    : undefined;
}

/** Joins ranges that overlap or follow each other. */
export function joinRanges(ranges: readonly YearRange[]): YearRange[] {
  const joined: YearRange[] = [];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const before = joined.at(-1);
    if (before && from <= before.to + 1) before.to = Math.max(before.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
