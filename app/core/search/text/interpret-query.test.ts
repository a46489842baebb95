import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interpretQuery } from './interpret-query.ts';
import { createSearchCatalog } from './search-catalog.ts';
import { toSearchLevels } from './search-levels.ts';
import { singular, wordForms } from './word-forms.ts';

const models = [
  ['Chevrolet', 'Silverado 1500'],
  ['Chevrolet', 'Spark'],
  ['Chevrolet', 'Corvette'],
  ['Dodge', 'Ram 1500'],
  ['Ford', 'F-150'],
  ['Honda', 'Civic'],
  ['Honda', 'CR-V'],
  ['Honda', 'Pilot'],
  ['Mazda', 'Mazda3'],
  ['Mercedes-Benz', 'C-Class'],
  ['Ram', '1500'],
  ['Volkswagen', 'Golf'],
].map(([make = '', model = '']) => ({ make, model }));

const catalog = createSearchCatalog({
  models,
  makes: models.map(({ make }) => make),
  brands: ['ACDelco'],
  conditions: ['New', 'Very Good', 'Good', 'Out of Stock'],
  nameWords: new Set([
    'rotor',
    'brake',
    'pads',
    'oxygen',
    'sensor',
    'ac',
    'compressor',
    'spark',
    'plug',
    'headlight',
  ]),
});

const chipsOf = (text: string) =>
  interpretQuery(text, catalog).chips.map(({ kind, label }) => `${kind} ${label}`);

test.each([
  ['2010 honda civic front brake pads', ['year 2010', 'make Honda', 'model Civic', 'position Front']],
  ["'08 f150", ['year 2008', 'model F-150']],
  ['civic 95', ['model Civic', 'year 1995']],
  ['06-11 civic', ['year 2006–2011', 'model Civic']],
  ['civic 2006 to 2011', ['model Civic', 'year 2006–2011']],
  ['chevy vette', ['make Chevrolet', 'model Corvette']],
  ['vw golf', ['make Volkswagen', 'model Golf']],
  ['mercedes c class', ['make Mercedes-Benz', 'model C-Class']],
  ['f 150', ['model F-150']],
  ['cr v', ['model CR-V']],
  ['mazda 3', ['model Mazda3']],
  ['silverado', ['model Silverado 1500']],
  ['ram 1500', ['model Ram 1500, 1500']],
  ['dodge ram', ['model Ram 1500, 1500']],
  ['grade a headlight', ['grade Grade A']],
  ['B-grade hood', ['grade Grade B']],
  ['headlight under 60k miles', ['mileage Up to 60,000 miles']],
  ['less than 100,000 miles', ['mileage Up to 100,000 miles']],
  ['30000 mi or less', ['mileage Up to 30,000 miles']],
  ['engine under 60k', ['mileage Up to 60,000 miles']],
  ['low mileage engine', ['mileage Up to 60,000 miles']],
  ['low miles', ['mileage Up to 60,000 miles']],
  ['under 75k miles', []],
  ['60k or less', []],
  ['60k miles', []],
  ['grade 8 bolt', []],
  ['"grade a" hood', []],
  ['left headlight', ['position Driver side']],
  ["driver's side headlight", ['position Driver side']],
  ['rh headlight', ['position Passenger side']],
  ['very good rotor', ['condition Very Good']],
  ['used rotor', ['condition used']],
  ['disc', ['part disc = rotor']],
  ['o2 sensor', ['part o2 sensor = oxygen sensor']],
  ['headlite', ['part headlite = headlight']],
  ['45022-TR3-A01', ['number 45022-TR3-A01']],
  // A word is no model without its make or a year.
  ['spark plug', []],
  ['pilot bearing', []],
  ['honda pilot', ['make Honda', 'model Pilot']],
  ['12 pilot', ['year 2012', 'model Pilot']],
  ['2012 pilot', ['year 2012', 'model Pilot']],
  ['"civic" "2010"', []],
  // Titles of offers have such punctuation.
  ['RF rotor', ['position Passenger side', 'position Front']],
  ['LH driver side headlight', ['position Driver side']],
  ['front/rear pads', ['position Front', 'position Rear']],
  ['honda-civic-2010', ['make Honda', 'model Civic', 'year 2010']],
  ['[honda] (2010)!', ['make Honda', 'year 2010']],
  ['F-150', ['model F-150']],
  ['CR-V', ['model CR-V']],
  ["honda's", ['make Honda']],
  ['15 16 17 civic', ['year 2015', 'year 2016', 'year 2017', 'model Civic']],
  ['civic 17 inch', ['model Civic']],
  ['P/N 45022-S84', ['number 45022-S84']],
  ['part # 45022-S84', ['number 45022-S84']],
  ['faro derecho', ['part faro = headlight', 'position Passenger side']],
  ['brake pads', []],
])('%s', (text, chips) => expect(chipsOf(text)).toEqual(chips));

test.each([
  ['brake - pads', ['brake', 'pads']],
  ['honda & rotor', ['rotor']],
  ['brake/pads', ['brake', 'pads']],
  ['brake-rotor', ['brake', 'rotor']],
  ['w/sensor', ['sensor']],
  ['a/c', ['ac']],
  ['3.5 liter', ['35l']],
  ['3.5L', ['35l']],
  ['17in', ['17', 'inch']],
  ['10mm', ['10mm']],
  ['4x4', ['4x4']],
  // Punctuation alone is a word.
  ['&', ['and']],
  ['%', ['']],
])('the words of %s', (text, keys) => {
  const { groups } = interpretQuery(text, catalog);
  expect(groups.flatMap(({ words }) => words.map(({ key }) => key))).toEqual(keys);
});

test.each([
  ['P/N 45022-S84', '45022S84'],
  ['45022 s84', '45022S84'],
  ['civic 45022-S84', null],
])('the number of %s is %s', (text, number) => expect(interpretQuery(text, catalog).number).toBe(number));

test.each([
  ['rotors', 'rotor'],
  ['batteries', 'battery'],
  ['brushes', 'brush'],
  ['glass', 'glass'],
  ['lens', 'lens'],
  ['abs', 'abs'],
])('the singular of %s is %s', (word, one) => {
  expect(singular(word)).toBe(one);
  expect(wordForms(word)).toContain(one);
});

describe('any text', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '2010',
      "'08",
      '06-11',
      'honda',
      'civic',
      'vw',
      'golf',
      'front',
      'left',
      'used',
      'disc',
      'o2',
      'sensor',
      'for',
      '"a b"',
      '"',
      ',',
      '-',
      '45022-TR3',
      'ram',
      '1500',
      'a/c',
      'rotors',
      "driver's",
    ),
    fc.string({ maxLength: 6 }),
  );
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));

  test('is read, and each of its chips can be taken away until none is left', () => {
    fc.assert(
      fc.property(text, (given) => {
        let rest = given;
        for (let count = 0; ; count += 1) {
          expect(count).toBeLessThan(20);
          const [chip] = interpretQuery(rest, catalog).chips;
          if (!chip) return;
          expect(chip.label.trim()).not.toBe('');
          rest = chip.without;
        }
      }),
    );
  });

  test('has levels of limited size, or is too short for them', () => {
    fc.assert(
      fc.property(text, (given) => {
        const levels = toSearchLevels(interpretQuery(given, catalog), catalog);
        if (levels === null) return;
        expect(levels.length).toBeGreaterThan(0);
        expect(levels.at(-1)).toHaveProperty('clauses');
        expect(JSON.stringify(levels).length).toBeLessThan(200_000);
      }),
    );
  });

  test('means the same in upper case and with more spaces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('honda', 'civic', 'front', 'rotors', 'disc', '2010'), { minLength: 1 }),
        (words) => {
          const labels = (given: string) => interpretQuery(given, catalog).chips.map(({ kind }) => kind);
          expect(labels(words.join('  ').toUpperCase())).toEqual(labels(words.join(' ')));
        },
      ),
    );
  });
});
