import { expect, test } from 'vitest';
import { interpretQuery } from './interpret-query.ts';
import { createSearchCatalog } from './search-catalog.ts';
import { toSearchLevels } from './search-levels.ts';

const catalog = createSearchCatalog({
  models: [{ make: 'Ford', model: 'F-150' }],
  makes: ['Ford'],
  brands: [],
  conditions: ['Good'],
  nameWords: new Set(
    'hood headlight fender brake pads rotor radiator fan water pump rack and pinion cover bumper mirror heated'.split(
      ' ',
    ),
  ),
});

const partsOf = (text: string) =>
  interpretQuery(text, catalog).groups.map(({ words, others = [] }) =>
    [words].concat(others).map((part) => part.map(({ key }) => key).join(' ')),
  );

test.each([
  ['hood and headlights', [['hood', 'headlights']]],
  ['2014 f150 hood & headlights', [['hood', 'headlights']]],
  ['i hit a deer and need a hood and headlights for my 2014 f150 asap', [['hood', 'headlights']]],
  ['hood, fender, headlight', [['hood', 'fender', 'headlight']]],
  ['hood + fender', [['hood', 'fender']]],
  ['left fender or front bumper cover', [['fender', 'bumper cover']]],
  ['water pump and radiator', [['water pump', 'radiator']]],
  // One part.
  ['rack and pinion', [['rack'], ['pinion']]],
  ['brake, pads', [['brake'], ['pads']]],
  ['brake and pads', [['brake'], ['pads']]],
  // Not a part.
  ['hood and flubber', [['hood'], ['flubber']]],
  ['hood, heated', [['hood'], ['heated']]],
])('%s', (text, parts) => expect(partsOf(text)).toEqual(parts));

test('parts with all of the words come first, and each of them is found', () => {
  const [together, ...others] = toSearchLevels(interpretQuery('hood and fender', catalog), catalog).map(
    ({ clauses }) => clauses.map(({ terms = [] }) => terms),
  );
  expect(together).toEqual([
    ['t=hood', 't=hoods'],
    ['t=fender', 't=fenders'],
  ]);
  expect(others[0]).toEqual([['t=hood', 't=hoods', 't=fender', 't=fenders']]);
  expect(others.at(-1)?.[0]).toEqual(expect.arrayContaining(['t=hood', 't=fender']));
});

test.each([
  ['mirror without heat', [['mirror']]],
  ['headlight w/o cover', [['headlight']]],
  ['window mirror w/cover', [['window'], ['mirror'], ['cover']]],
])('%s', (text, parts) => expect(partsOf(text)).toEqual(parts));
