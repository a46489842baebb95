import { expect, test } from 'vitest';
import { matchesWordStarts, normalizeWords } from './word-match.ts';

test.each([
  ['Mercedes-B, 300', ['mercedesb', '300']],
  ['  Škoda\tOctavia ', ['škoda', 'octavia']],
  ['- / .', []],
  ['', []],
])('the words of %j are %j', (text, words) => {
  expect(normalizeWords(text)).toEqual(words);
});

test.each([
  ['merc', true],
  ['BENZ', true],
  ['mercedesb', true],
  ['benz merc', true],
  ['Mercedes-Benz', true],
  ['ercedes', false],
  ['merc ford', false],
  ['-', false],
  ['', false],
])('Mercedes-Benz matches %j: %s', (query, matches) => {
  expect(matchesWordStarts('Mercedes-Benz', query)).toBe(matches);
});

test('a text without words matches nothing', () => {
  expect(matchesWordStarts('---', 'a')).toBe(false);
});
