import { expect, test } from 'vitest';
import { chooseLookup, joinNumber, readWordSearch, splitWords } from './word-search.ts';

test('splits texts into words', () => {
  expect(splitWords("Olga O'Neil-Müller")).toEqual(['olga', 'oneil', 'muller']);
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
  ['16195550142', "('16195550142':*) | '6195550142':*"],
  ['O’Neil', "('oneil':*)"],
  ['Gómez', "('gomez':*)"],
])('reads %s', (text, query) => {
  expect(readWordSearch(text)?.query).toBe(query);
});

test('reads nothing from a text without words', () => {
  for (const text of ['', '  ', '-- !', '@']) expect(readWordSearch(text)).toBeUndefined();
});

test('looks up words of three and more characters', () => {
  expect(lookUp('a olga', [0.1])).toBe("('olga':*)");
  expect(lookUp('PY-10423', [0.1])).toBe("(('10423':*) | 'py10423':*)");
  expect(lookUp('a 12 olga', [0.1])).toBe("('olga':*) | 'a12olga':*");
  expect(lookUp('a bc', [0.1, 0.1])).toBe("('a':*) & ('bc':*)");
});

test('reads at most twelve words', () => {
  expect(readWordSearch('word '.repeat(50))?.query.split('&')).toHaveLength(12);
});

test('popular words are looked up only if they leave out much', () => {
  expect(lookUp('brake michael smith', [0.376, 0.023, 0.07])).toBe("('michael':*) & ('smith':*)");
  expect(lookUp('brake engine', [0.4, 0.3])).toBe("('engine':*) & ('brake':*)");
  expect(lookUp('brake zimmermann', [0.4, 0])).toBe("('zimmermann':*)");
});

function lookUp(text: string, shares: number[]): string | undefined {
  const search = readWordSearch(text);
  return search && chooseLookup(search, shares);
}
