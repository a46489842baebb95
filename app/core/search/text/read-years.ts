import type { Token } from './read-tokens.ts';
import { FIRST_YEAR, fullYear, isYear, lastYear } from './years.ts';

interface ReadYears {
  start: number;
  end: number;
  meaning: { kind: 'year'; from: number; to: number };
}

const MAX_WORDS = 4;

const ANY = String.raw`['’\u0060]?(\d{4}|\d{2})`;
const FULL = String.raw`['’\u0060]?(\d{4})`;
const toPattern = (text: string) => new RegExp(`^${text}$`, 'u');

const ranges = [
  `${ANY} ?[-–/] ?${ANY}`,
  `${ANY} (?:to|thru|through|till|until) ${ANY}`,
  `(?:from|between) ${ANY} (?:to|thru|through|and|-|–) ${ANY}`,
].map(toPattern);

const rangesFrom = [
  String.raw`${ANY} ?(?:\+|[-–]up|[-–]present|[-–]newer|[-–]on)`,
  `${FULL} ?(?:[-–]|up|onwards?|and up|& up|on up)`,
  `${FULL} (?:(?:and|&|or) )?(?:newer|later)`,
  `${FULL} to (?:present|now|today)`,
  `(?:since|after|newer than) ${FULL}`,
].map(toPattern);

const rangesTo = [
  `${FULL} (?:(?:and|&|or) )?(?:older|earlier)`,
  `${FULL} (?:and|&|or) (?:below|before|down)`,
  `(?:up to|until|till|before|thru|through|older than|pre) ${FULL}`,
  `pre-?${FULL}`,
].map(toPattern);

/**
 * Reads a year or a range of years: 2010, '08, 06-11, 2006 to 2011, 2012+, '2012 and up', 'up to 2009', '90s'. An open range
 * ends with the newest model year, or begins with the oldest one.
 */
export function readYears(tokens: readonly Token[], start: number): ReadYears | undefined {
  const texts = tokens.slice(start, start + MAX_WORDS).map(({ raw, isQuoted }) => (isQuoted ? '"' : raw));
  for (let count = texts.length; count > 0; count -= 1) {
    const years = readRange(texts.slice(0, count).join(' ').toLowerCase());
    if (years) return { start, end: start + count, meaning: { kind: 'year', ...years } };
  }
  return undefined;
}

function readRange(text: string): { from: number; to: number } | undefined {
  const [, decade] = text.match(/^['’`]?((?:19|20)?\d0)['’]?s$/) ?? [];
  if (decade !== undefined) return between(fullYear(decade), fullYear(decade) + 9);
  const [, year] = text.match(/^(?:['’`](\d{2})|(\d{4}))$/)?.filter(Boolean) ?? [];
  if (year !== undefined) return between(fullYear(year), fullYear(year));
  const [first, last] = match(ranges, text);
  if (first !== undefined && last !== undefined)
    return between(fullYear(first), fullYear(last.length < first.length ? first.slice(0, 2) + last : last));
  const [oldest] = match(rangesFrom, text);
  if (oldest !== undefined) return between(fullYear(oldest), lastYear());
  const [newest] = match(rangesTo, text);
  return newest === undefined ? undefined : between(FIRST_YEAR, fullYear(newest));
}

/** Returns the groups of the first pattern that matches. */
function match(patterns: readonly RegExp[], text: string): string[] {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found) return found.slice(1);
  }
  return [];
}

/** Returns undefined if one of them is no year, or if they are in the wrong order. */
function between(from: number, to: number): { from: number; to: number } | undefined {
  return isYear(String(from)) && isYear(String(to)) && from <= to ? { from, to } : undefined;
}
