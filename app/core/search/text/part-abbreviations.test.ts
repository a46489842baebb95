import { describe, expect, test } from 'vitest';
import { interpretQuery } from './interpret-query.ts';
import { partAbbreviations } from './part-abbreviations.ts';
import { createSearchCatalog } from './search-catalog.ts';
import { phraseOf, synonymsByPhrase } from './synonym-index.ts';

const entries = partAbbreviations.flatMap((line) => {
  const [short = '', full = ''] = line.split(' = ');
  return short.split(', ').map((abbreviation) => [abbreviation, full] as const);
});

const catalog = createSearchCatalog({
  models: [{ make: 'Honda', model: 'Civic' }],
  makes: ['Honda'],
  brands: [],
  conditions: ['Good'],
  nameWords: new Set([
    ...entries.flatMap(([, full]) => full.split(' ')),
    ...'pump arm belt oxygen sensor ac compressor mount'.split(' '),
  ]),
});

const partsOf = (text: string) =>
  interpretQuery(text, catalog).groups.map(({ words, synonyms }) =>
    [words.map(({ key }) => key).join(' ')].concat(synonyms),
  );

test.each(entries)('%s finds %s', (abbreviation, full) => {
  const { groups } = interpretQuery(`civic ${abbreviation}`, catalog);
  expect(groups).toHaveLength(1);
  expect(groups[0]?.synonyms).toContain(phraseOf(full.split(' ')));
});

test('no abbreviation stands twice, or is a phrase with other meanings', () => {
  const all = entries.map(([abbreviation]) => abbreviation);
  expect(all.filter((abbreviation, place) => all.indexOf(abbreviation) !== place)).toEqual([]);
  expect(all.filter((abbreviation) => synonymsByPhrase.has(abbreviation))).toEqual([]);
});

describe('abbreviations in phrases', () => {
  test.each([
    ['pwr strg pump', 'power steering pump'],
    ['ps pump', 'power steering pump'],
    ['p/s pump', 'power steering pump'],
    ['o2 snsr', 'oxygen sensor'],
    ['ac comp', 'ac compressor'],
    ['serp belt', 'serpentine belt'],
    ['tranny mnt', 'transmission mount'],
    ['ctrl arm', 'control arm'],
  ])('%s finds %s', (typed, full) => {
    expect(partsOf(typed)).toEqual([expect.arrayContaining([full])]);
  });

  test('positions beside them stay positions', () => {
    const { positions, groups } = interpretQuery('frt lwr ctrl arm lh civic', catalog);
    expect(positions.map(({ label }) => label)).toEqual(['Front', 'Lower', 'Driver side']);
    expect(groups).toHaveLength(1);
  });

  test('what is written as it was typed is found too', () => {
    expect(partsOf('alt')).toEqual([['alt', 'alternator']]);
  });
});
