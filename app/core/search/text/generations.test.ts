import { describe, expect, test } from 'vitest';
import { makes } from '#db/seed/vehicles.ts';
import type { OwnGeneration } from '#core/settings/fitment-settings.ts';
import { readGenerations } from './generations.ts';
import { interpretQuery } from './interpret-query.ts';
import { lastYear } from './years.ts';
import { createSearchCatalog } from './search-catalog.ts';

const models = [
  ['BMW', '3 Series'],
  ['Chevrolet', 'Silverado 1500'],
  ['Chevrolet', 'Tahoe'],
  ['Ford', 'Mustang'],
  ['Honda', 'Accord'],
  ['Honda', 'Civic'],
  ['Jeep', 'Wrangler'],
  ['Kia', 'Soul'],
  ['Volkswagen', 'Golf'],
  ['Volkswagen', 'Jetta'],
].map(([make = '', model = '']) => ({ make, model }));

const catalog = createSearchCatalog({
  models,
  makes: models.map(({ make }) => make),
  brands: [],
  conditions: ['Good'],
  nameWords: new Set(['headlight', 'hood', 'mount', 'transmission']),
});

const read = (text: string) => {
  const { models: named, years } = interpretQuery(text, catalog);
  return [named.flat().map(({ model }) => model), years.map(({ from, to }) => `${from}-${to}`)];
};

test.each([
  ['e46 headlight', ['3 Series'], '1999-2006'],
  ['BMW e90 headlight', ['3 Series'], '2006-2013'],
  ['E 46 headlight', ['3 Series'], '1999-2006'],
  ['gmt800 hood', ['Silverado 1500', 'Tahoe'], '1999-2007'],
  ['gmt800 tahoe hood', ['Tahoe'], '2000-2006'],
  ['8th gen civic hood', ['Civic'], '2006-2011'],
  ['civic 8th generation', ['Civic'], '2006-2011'],
  ['eighth gen civic hood', ['Civic'], '2006-2011'],
  ['8thgen civic', ['Civic'], '2006-2011'],
  ['gen 8 civic', ['Civic'], '2006-2011'],
  ['9th gen honda accord', ['Accord'], '2013-2017'],
  ['mk4 jetta', ['Jetta'], '1999-2005'],
  ['mk 4 jetta', ['Jetta'], '1999-2005'],
  ['mk4 vw headlight', ['Golf', 'Jetta'], '1999-2006'],
  ['fox body mustang', ['Mustang'], '1979-1993'],
  ['jk hood', ['Wrangler'], '2007-2018'],
  ['2008 jk', ['Wrangler'], '2008-2008'],
  ['ek civic', ['Civic'], '1996-2000'],
])('%s', (text, named, years) => {
  expect(read(text)).toEqual([named, [years]]);
});

describe('words that are no generation', () => {
  test.each(['8th gen headlight', 'eg mount', 'am looking for a hood', '8 hood', '"e46" hood', 'e46 honda'])(
    '%s',
    (text) => expect(interpretQuery(text, catalog).years).toEqual([]),
  );
});

describe('generations of the owner', () => {
  const own = { make: 'Honda', model: 'Civic', from: 2007, to: 2010 };
  const named = (generations: readonly OwnGeneration[], name: string) =>
    readGenerations([{ make: 'Honda', model: 'Civic' }], generations).get(name);

  test('add names, and replace the years of a known name of the same model', () => {
    const generations = readGenerations(models, [{ ...own, names: ['fd2', '8'] }]);
    expect(generations.get('fd2')).toEqual([{ make: 'Honda', model: 'Civic', from: 2007, to: 2010 }]);
    expect(generations.get('8')).toContainEqual({ make: 'Honda', model: 'Civic', from: 2007, to: 2010 });
    expect(generations.get('8')).toContainEqual({ make: 'Honda', model: 'Accord', from: 2008, to: 2012 });
    expect(generations.get('8')?.filter(({ model }) => model === 'Civic')).toHaveLength(1);
  });

  test('without a last year, are still built', () => {
    expect(named([{ ...own, names: ['fl9'], to: null }], 'fl9')).toMatchObject([{ to: lastYear() }]);
  });

  test('of a model that the catalog lacks are ignored', () => {
    expect(named([{ ...own, model: 'Passport', names: ['yf7'] }], 'yf7')).toBeUndefined();
  });
});

test('a chip says the years, and its piece the models without them', () => {
  const { chips, pieces } = interpretQuery('e46 headlight', catalog);
  expect(chips).toEqual([{ kind: 'generation', label: 'e46, 1999–2006', without: 'headlight' }]);
  expect(pieces[0]).toMatchObject({ kind: 'generation', models: 'BMW 3 Series' });
});

test('each model has years in order, that grow with the numbers of its generations', () => {
  const known = makes.flatMap((make) => make.models.map(({ name }) => ({ make: make.name, model: name })));
  const all = [...readGenerations(known)].flatMap(([name, generations]) =>
    generations.map((generation) => ({ name, ...generation })),
  );
  expect(all.length).toBeGreaterThan(400);
  for (const { from, to } of all) {
    expect(from).toBeGreaterThanOrEqual(1940);
    expect(from).toBeLessThanOrEqual(to);
    expect(to).toBeLessThanOrEqual(lastYear());
  }
  for (const named of Object.values(Object.groupBy(all, ({ make, model }) => `${make} ${model}`))) {
    const numbered = (named ?? []).filter(({ name }) => /^\d+$/.test(name));
    const years = numbered.toSorted((a, b) => Number(a.name) - Number(b.name)).map(({ from }) => from);
    expect(years).toEqual(years.toSorted((a, b) => a - b));
  }
});
