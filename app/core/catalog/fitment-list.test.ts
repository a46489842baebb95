import type { Fitment } from './fitment.ts';
import { describe, expect, test } from 'vitest';
import { readFitmentLines } from './fitment-lines.ts';
import {
  blankFitment,
  describeFitment,
  describeWholeFitment,
  mergeFitments,
  readFitment,
  readFitments,
  spellAsCatalog,
  writeFitments,
} from './fitment-list.ts';

const civic: Fitment = {
  make: 'Honda',
  model: 'Civic',
  fromYear: 2006,
  toYear: 2011,
  engine: null,
  trim: null,
  position: null,
  note: null,
};
const accord = { ...civic, model: 'Accord' };
const pilot = { ...civic, model: 'Pilot' };

describe('a typed row', () => {
  const typed = { ...blankFitment, make: ' Honda ', model: 'Civic', fromYear: '2006', toYear: '2011' };

  test('is read without needless spaces; without a last year it is of one year', () => {
    expect(readFitment(typed)).toEqual({ fitment: civic });
    expect(readFitment({ ...typed, toYear: ' ', engine: ' 1.8L  I4 ' })).toEqual({
      fitment: { ...civic, toYear: 2006, engine: '1.8L I4' },
    });
  });

  test.each([
    [{ make: ' ' }, { make: 'Enter the make' }],
    [{ model: '' }, { model: 'Enter the model' }],
    [{ fromYear: '06' }, { fromYear: 'Enter a year, such as 2006' }],
    [{ fromYear: '1899' }, { fromYear: 'Enter a year, such as 2006' }],
    [{ toYear: '2101' }, { toYear: 'Enter a year, such as 2011' }],
    [{ toYear: '2005' }, { toYear: 'Enter 2006 or a later year' }],
    [{ fromYear: '1940' }, { toYear: 'At most 60 years' }],
    [{ note: 'x'.repeat(201) }, { note: 'At most 200 characters' }],
    [{ engine: 'x\0' }, { engine: 'This contains an invalid character' }],
  ])('%j has the errors %j', (changes, errors) => {
    expect(readFitment({ ...typed, ...changes })).toEqual({ errors });
  });

  test('is described in words', () => {
    expect(describeFitment({ ...civic, engine: '1.8L', trim: 'EX' })).toBe('2006-2011 Honda Civic, 1.8L, EX');
    expect(describeWholeFitment({ ...civic, toYear: 2006, position: 'Front', note: 'with A/C' })).toBe(
      '2006 Honda Civic · Front · with A/C',
    );
  });
});

describe('a sent list', () => {
  test('is the same text in any order, without repeated rows', () => {
    expect(writeFitments([civic, accord, civic])).toBe(writeFitments([accord, civic]));
    expect(readFitments(writeFitments([civic, accord]))).toEqual({ fitments: [accord, civic] });
  });

  test('names the rows with errors', () => {
    const sent = JSON.stringify([civic, { ...blankFitment, make: 'Honda', fromYear: 'x' }]);
    expect(readFitments(sent)).toEqual({
      errors: { 'fitments.1': 'Enter the model. Enter a year, such as 2006' },
    });
    expect(readFitments(JSON.stringify(Array.from({ length: 201 }, () => civic)))).toEqual({
      errors: { fitments: 'At most 200 vehicles' },
    });
  });

  test.each(['', 'x', '{}', '[1]', '[null]', '[{"make":{}}]', '"[]"'])('%s is no list', (sent) => {
    expect(readFitments(sent)).toBeUndefined();
  });
});

test('has the spelling of the catalog', () => {
  const catalog = [
    { make: 'Honda', model: 'Civic' },
    { make: 'Ford', model: 'F-150' },
  ];
  const typed = [
    { ...civic, make: 'HONDA', model: 'civic' },
    { ...civic, make: 'ford', model: 'Focus' },
    { ...civic, make: 'Lada', model: 'civic' },
  ];
  expect(spellAsCatalog(typed, catalog).map(describeFitment)).toEqual([
    '2006-2011 Honda Civic',
    '2006-2011 Ford Focus',
    '2006-2011 Lada civic',
  ]);
});

describe('lists of two people', () => {
  const merge = (seen: Fitment[], now: Fitment[], mine: Fitment[]) => {
    const { merged, isConflict } = mergeFitments({ seen, now, mine });
    return isConflict ? 'conflict' : writeFitments(merged);
  };

  test('have what either added, and not what either removed', () => {
    expect(merge([civic], [civic, accord], [civic, pilot])).toBe(writeFitments([civic, accord, pilot]));
    expect(merge([civic, accord], [accord], [civic])).toBe(writeFitments([]));
    expect(merge([civic], [accord], [civic])).toBe(writeFitments([accord]));
    expect(merge([civic], [accord], [accord])).toBe(writeFitments([accord]));
    expect(merge([civic, accord], [accord], [accord, pilot])).toBe(writeFitments([accord, pilot]));
  });

  test('are a conflict if both changed the same row', () => {
    const mine = { ...civic, toYear: 2010 };
    const theirs = { ...civic, toYear: 2012 };
    expect(merge([civic], [theirs], [mine])).toBe('conflict');
    expect(merge([civic], [theirs], [theirs])).toBe(writeFitments([theirs]));
  });
});

describe("a supplier's list", () => {
  const makes = ['Honda', 'Land', 'Land Rover', 'Mercedes-Benz'];
  test.each([
    ['2006-2011 Honda Civic', '2006-2011 Honda Civic'],
    ['2006 – 11 honda Civic, 1.8L', '2006-2011 Honda Civic, 1.8L'],
    ["'98-'03 Honda Accord 2.3L", '1998-2003 Honda Accord, 2.3L'],
    ['Honda Civic 2008', '2008 Honda Civic'],
    ['2010 Land Rover Range Rover Sport, V8, HSE', '2010 Land Rover Range Rover Sport, V8, HSE'],
    ['Chevrolet Silverado 1500 2014 to 2018', '2014-2018 Chevrolet Silverado 1500'],
    ['Honda\tCivic\t2006\t2011\tEX', '2006-2011 Honda Civic, EX'],
    [
      '2006-2011; Mercedes-Benz; C 300; front left; with A/C; not AMG',
      '2006-2011 Mercedes-Benz C 300 · front left · with A/C, not AMG',
    ],
  ])('%s is %s', (line, described) => {
    const { fitments, unread } = readFitmentLines(line, makes);
    expect(unread).toEqual([]);
    expect(fitments.map(describeWholeFitment)).toEqual([described]);
  });

  test("lists the lines that can't be read, with the reason", () => {
    const { fitments, unread } = readFitmentLines('2006 Honda Civic\n\nHonda Civic\r\n2008 Honda', makes);
    expect(fitments).toHaveLength(1);
    expect(unread).toEqual([
      { number: 3, line: 'Honda Civic', problem: 'Enter a year, such as 2006' },
      { number: 4, line: '2008 Honda', problem: 'Enter the model' },
    ]);
  });
});
