import { expect, test } from 'vitest';
import { interpretQuery } from './interpret-query.ts';
import { createSearchCatalog } from './search-catalog.ts';
import { toSearchLevels } from './search-levels.ts';

const catalog = createSearchCatalog({
  models: [
    { make: 'Honda', model: 'Civic' },
    { make: 'Ford', model: 'F-150' },
  ],
  makes: ['Honda', 'Ford'],
  brands: [],
  conditions: ['Good'],
  nameWords: new Set(['transfer', 'case', 'mirror', 'platinum', 'plug', 'front']),
});

const traitsOf = (text: string) => interpretQuery(text, catalog).traits.map(({ label }) => label);

test.each([
  ['f150 4x4 transfer case', ['4WD']],
  ['2015 f150 four wheel drive', ['4WD']],
  ['civic front wheel drive mirror', ['FWD']],
  ['civic lx sedan mirror', ['LX', 'Sedan']],
  ['f150 crew cab long bed mirror', ['Crew cab', 'Long bed']],
  // A trim needs a vehicle, and a word of a part's name is one of the part.
  ['lx mirror', []],
  ['civic platinum plug', []],
  ['4x4', []],
])('%s', (text, traits) => expect(traitsOf(text)).toEqual(traits));

test('a trait leaves out parts for others, and needs no word of its own', () => {
  const levels = toSearchLevels(interpretQuery('civic coupe mirror', catalog), catalog);
  const everything = levels.at(-1);
  expect(everything?.clauses.flatMap(({ terms = [] }) => terms)).not.toContain('w=coupe');
  expect(everything?.unless).toEqual([
    { opposite: expect.arrayContaining(['w=sedan', 'w=wagon']), explicit: ['w=coupe', 'w=2dr'] },
  ]);
  // Parts that name it come first.
  expect(levels[0]?.clauses.at(-1)?.terms).toEqual(['w=coupe', 'w=2dr']);
});

test('a trim leaves out nothing', () => {
  const levels = toSearchLevels(interpretQuery('civic lx mirror', catalog), catalog);
  expect(levels.flatMap(({ unless = [] }) => unless)).toEqual([]);
});
