import { describe, expect, test } from 'vitest';
import { engineFamilies } from './engine-families.ts';
import { interpretQuery } from './interpret-query.ts';
import { createSearchCatalog } from './search-catalog.ts';
import { toSearchLevels } from './search-levels.ts';

const catalog = createSearchCatalog({
  models: [
    { make: 'Chevrolet', model: 'Silverado 1500' },
    { make: 'Ford', model: 'F-150' },
    { make: 'Honda', model: 'Accord' },
    { make: 'Volkswagen', model: 'Passat' },
  ],
  makes: ['Chevrolet', 'Ford', 'Honda', 'Volkswagen'],
  brands: [],
  conditions: ['Good'],
  nameWords: new Set('valve cover fuel injector turbocharger exhaust axle battery engine'.split(' ')),
});

const enginesOf = (text: string) => interpretQuery(text, catalog).engines.map(({ label }) => label);

test.each([
  ['silverado 5.3', ['5.3L']],
  ['silverado 5.3l v8', ['5.3L', 'V8']],
  ['silverado 5.3 liter', ['5.3L']],
  ['5.7 hemi', ['5.7L', 'HEMI']],
  ['1.8t passat', ['1.8L Turbo']],
  ['2.0 turbo passat', ['2.0L Turbo']],
  // A turbocharger of this engine.
  ['f150 ecoboost turbo', ['ECOBOOST']],
  ['passat 2.0 tdi', ['2.0L Diesel']],
  ['3.5 ecoboost f150 injectors', ['3.5L', 'ECOBOOST']],
  ['eco boost f150', ['ECO BOOST']],
  ['4 cyl accord valve cover', ['4 cylinders']],
  ['4-cylinder accord', ['4 cylinders']],
  ['four cylinder accord', ['4 cylinders']],
  ['accord v-6', ['V6']],
  ['accord inline 4 engine', ['4 cylinders']],
  ['accord hybrid battery', ['Hybrid']],
  ['silverado 5.3 vin m', ['5.3L', 'VIN M']],
  ['silverado VIN code P engine', ['VIN P']],
  ['silverado vin: 3 engine', ['VIN 3']],
  ['f150 8th digit 5', ['VIN 5']],
  ['f150 8th vin digit is V engine', ['VIN V']],
  ['f150 vin engine', []],
  ['f150 power stroke injector', ['POWER STROKE']],
  ['accord K24Z7 engine', ['K24Z7']],
  ['2JZ-GTE engine', ['2JZGTE']],
])('%s', (text, engines) => expect(enginesOf(text)).toEqual(engines));

test.each(['v8', '5.7', 'accord 2.5 inch exhaust', 'silverado 3.73 axle', 'turbo', '"5.3" silverado', 'h4'])(
  '%s names no engine',
  (text) => expect(enginesOf(text)).toEqual([]),
);

test.each(engineFamilies.flatMap((line) => (line.split(' = ')[0] ?? '').split(', ')))(
  'the engine %s is known by its name and its facts',
  (name) => {
    const { engines } = interpretQuery(`${name} valve cover`, catalog);
    expect(engines).toHaveLength(1);
    for (const terms of engines[0]?.facts ?? []) {
      expect(terms[0]).toBe(`w=${name.replaceAll(' ', '')}`);
      for (const term of terms.slice(1))
        expect(term).toMatch(/^(liters=\d\.\d|cylinders=\d+|fuel=diesel|air=\w+|make=\w+)$/);
    }
  },
);

describe('levels of a search for an engine', () => {
  const levelsOf = (text: string) => toSearchLevels(interpretQuery(text, catalog), catalog);

  test('parts that name it come first, parts that name none later, and parts of others are not found', () => {
    const levels = levelsOf('silverado 5.3 injector');
    // The first one finds a stock number.
    const [, first, ...others] = levels;
    expect(first?.clauses.at(-1)).toEqual({ terms: ['liters=5.3'] });
    for (const { unless } of others)
      expect(unless).toContainEqual({ opposite: ['liters=known'], explicit: ['liters=5.3'] });
    expect(JSON.stringify(levels.at(-1)?.clauses)).not.toContain('liters=5.3');
  });

  test('a family orders, and leaves nothing out', () => {
    const levels = levelsOf('hemi injector');
    expect(levels[0]?.clauses).toContainEqual({
      terms: ['w=hemi', 'liters=5.7', 'liters=6.1', 'liters=6.2', 'liters=6.4'],
    });
    expect(levels[1]?.unless).toContainEqual(expect.objectContaining({ opposite: ['liters=known'] }));
    expect(levels.findLast(({ orWords }) => !orWords)?.unless).toEqual([]);
  });
});
