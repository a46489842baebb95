import { expect, test } from 'vitest';
import { joinNumber, readOrderSearch, splitWords } from './order-search.ts';

test('splits texts into words', () => {
  expect(splitWords("Olga O'Neil-Müller")).toEqual(['olga', 'o', 'neil', 'müller']);
  expect(splitWords('olga.k+parts@Example.com')).toEqual(['olga', 'k', 'parts', 'example', 'com']);
  expect(splitWords('  – ')).toEqual([]);
  expect(splitWords('ΟΔΟΣ İzmir')).toEqual(['οδοσ', 'izmir']);
  expect(splitWords('x'.repeat(120))).toEqual(['x'.repeat(100)]);
});

test('joins numbers', () => {
  expect(joinNumber('45022-TR3 a01')).toBe('45022tr3a01');
  expect(joinNumber('+1 (619) 555-0142')).toBe('16195550142');
  expect(joinNumber('é')).toBe('');
});

test.each([
  ['Brake', "('brake':*)"],
  ['brake  olga', "('brake':*) & ('olga':*)"],
  ['PY-10423', "(('py':* & '10423':*) | 'py10423':*)"],
  ['45022-TR3-A01', "(('45022':* & 'tr3':* & 'a01':*) | '45022tr3a01':*)"],
  ['Olga@Example.com', "('olga@example.com':*)"],
  ["o'neil@example.com", "('o''neil@example.com':*)"],
  ['a\\b@example.com', "('a\\\\b@example.com':*)"],
  ['(619) 555-0142', "('619':*) & (('555':* & '0142':*) | '5550142':*) | '6195550142':*"],
  ['1Z 999', "('1z':*) & ('999':*) | '1z999':*"],
])('reads %s', (text, query) => {
  expect(readOrderSearch(text)?.query).toBe(query);
});

test('reads nothing from a text without words', () => {
  for (const text of ['', '  ', '-- !', '@']) expect(readOrderSearch(text)).toBeUndefined();
});

test('looks up words of three and more characters', () => {
  expect(readOrderSearch('a olga')?.lookup).toBe("('olga':*)");
  expect(readOrderSearch('PY-10423')?.lookup).toBe("(('10423':*) | 'py10423':*)");
  expect(readOrderSearch('a 12 olga')?.lookup).toBe("('olga':*) | 'a12olga':*");
  expect(readOrderSearch('a bc')?.lookup).toBe("('a':*) & ('bc':*)");
});

test('reads at most twelve words', () => {
  expect(readOrderSearch('word '.repeat(50))?.query.split('&')).toHaveLength(12);
});
