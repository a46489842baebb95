import { describe, expect, test } from 'vitest';
import { findForeignCurrency, readAmountCell } from './amount-cell.ts';
import { readTitle } from './title.ts';
import { isShortened, unpackCell, unpackNumber } from './unpack-cell.ts';
import { readVehicleCells } from './vehicle-cells.ts';
import { createVehicleNames, spellMake } from './vehicle-names.ts';
import { readYearList } from './years-cell.ts';

const names = createVehicleNames([]);

test.each([
  ['2008', [[2008, 2008]]],
  ['2008.0', [[2008, 2008]]],
  ['10', [[2010, 2010]]],
  ['2008-2012', [[2008, 2012]]],
  ['08-12', [[2008, 2012]]],
  ['1999-04', [[1999, 2004]]],
  ["'98 – '02", [[1998, 2002]]],
  ['2006 to 2011', [[2006, 2011]]],
  ['2014, 2015', [[2014, 2015]]],
  [
    '2010, 2014; 2015',
    [
      [2010, 2010],
      [2014, 2015],
    ],
  ],
  ['08 09 10 11 12', [[2008, 2012]]],
  ['2012-2008', undefined],
  ['Civic', undefined],
  ['1', undefined],
  ['', undefined],
  ['2008-2012 Honda', undefined],
])('years %j', (text, ranges) => {
  expect(readYearList(text)?.map(({ from, to }) => [from, to])).toEqual(ranges);
});

test.each([
  ['="00078123"', '00078123'],
  ["'=1", '=1'],
  ["'90s", "'90s"],
  ['12E10', '12E10'],
])('a packed cell %j', (cell, text) => {
  expect(unpackCell(cell)).toBe(text);
});

test('an apostrophe before a number, and shortened numbers', () => {
  expect(unpackNumber("'012044131L")).toBe('012044131L');
  expect(['8.85201E+11', '1E+05', '12E10', '90.750', '8.85201E11'].map(isShortened)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['stock_quantity', '7 pcs', '7'],
  ['stock_quantity', '>50', '50'],
  ['stock_quantity', '10+', '10'],
  ['stock_quantity', '1,200', '1200'],
  ['stock_quantity', 'many', undefined],
  ['mileage', '78K', '78000'],
  ['mileage', '78,112', '78112'],
  ['mileage', '142k miles', '142000'],
  ['mileage', '100000 km', '62137'],
  ['weight_pounds', '2.5 lb', '2.5'],
  ['weight_pounds', '2,5 kg', '5.51'],
  ['weight_pounds', '5443 g', '12.00'],
  ['length_in', '30 cm', '11.8'],
  ['price', '$1,234.50 ea', '1234.50'],
  ['price', '$ 89.95', '89.95'],
  ['price', '49.99 USD', '49.99'],
  ['price', '1.234', undefined],
] as const)('%s %j', (column, text, amount) => {
  expect(readAmountCell(column, text)).toBe(amount);
});

test('amounts in another currency', () => {
  expect(['€ 9,90', '9.90 EUR', '£5', 'C$4', '$5', '5 USD'].map(findForeignCurrency)).toEqual([
    '€',
    'EUR',
    '£',
    'C$',
    undefined,
    undefined,
  ]);
});

test('makes by their other names, and as the catalog spells them', () => {
  expect(
    ['CHEVY', 'vw', 'Mercedes', 'mercedes benz', 'HONDA', 'Zastava'].map((make) => spellMake(names, make)),
  ).toEqual(['Chevrolet', 'Volkswagen', 'Mercedes-Benz', 'Mercedes-Benz', 'Honda', 'Zastava']);
  expect(spellMake(createVehicleNames(['Chevy']), 'chevy')).toBe('Chevy');
});

const blank = { year: '', make: '', model: '', engine: '' };

describe('vehicles of a line', () => {
  test.each([
    [
      { year: '2008', make: 'Honda', model: 'Civic' },
      { year: '2008', make: 'Honda', model: 'Civic' },
    ],
    [
      { year: '2008', model: 'Honda Civic' },
      { year: '2008', make: 'Honda', model: 'Civic' },
    ],
    [
      { year: '2008', make: 'HONDA', model: 'Honda Civic' },
      { year: '2008', make: 'Honda', model: 'Civic' },
    ],
    [
      { model: '2010 Honda Civic EX 1.8L' },
      { year: '2010', make: 'Honda', model: 'Civic', engine: '1.8L', fitments: '2010|Honda|Civic|1.8L|EX' },
    ],
    [
      { year: '2008-2012', model: 'Honda Accord' },
      { year: '2008', make: 'Honda', model: 'Accord', fitments: '2009-2012|Honda|Accord' },
    ],
    [
      { year: '08-12', model: 'Ford Escape, Mercury Mariner' },
      {
        year: '2008',
        make: 'Ford',
        model: 'Escape',
        fitments: '2009-2012|Ford|Escape\n2008-2012|Mercury|Mariner',
      },
    ],
    [
      { year: '2014, 2017', make: 'Kia', model: 'Rio' },
      { year: '2014', make: 'Kia', model: 'Rio', fitments: '2017|Kia|Rio' },
    ],
    [
      { model: 'VW Golf V 2003-2008' },
      { year: '2003', make: 'Volkswagen', model: 'Golf', fitments: '2003-2008|Volkswagen|Golf||V' },
    ],
    [
      { model: 'VW Golf V, Audi A3' },
      { make: 'Volkswagen', model: 'Golf V', notes: ['Audi A3 was not listed, because it has no years'] },
    ],
    [
      { make: 'Dodge', model: 'Ram 1500' },
      { make: 'Dodge', model: 'Ram 1500' },
    ],
    [
      { make: 'Honda', model: 'Civic EX' },
      { make: 'Honda', model: 'Civic EX' },
    ],
    [
      { make: 'Mazda', model: '3' },
      { make: 'Mazda', model: '3' },
    ],
    [{ model: 'Škoda?' }, { model: 'Škoda?' }],
    [{ model: 'Civic, Accord' }, { model: 'Civic, Accord' }],
    [
      { year: 'all', make: 'Kia', model: 'Rio' },
      { year: 'all', make: 'Kia', model: 'Rio' },
    ],
  ])('%j', (texts, read) => {
    expect(readVehicleCells({ ...blank, ...texts }, names)).toEqual({
      ...blank,
      fitments: '',
      notes: [],
      ...read,
    });
  });
});

const untold = { year: '', make: '', model: '', engine: '', oemNumber: '', fitments: '' };

describe('names of listings', () => {
  test.each([
    [
      '2006-2011 Honda Civic 1.8L Alternator OEM 31100-RNA-A01',
      {
        year: '2006',
        make: 'Honda',
        model: 'Civic',
        engine: '1.8L',
        oemNumber: '31100-RNA-A01',
        fitments: '2007-2011|Honda|Civic|1.8L',
      },
    ],
    [
      '08 09 10 11 12 Honda Accord ABS Pump Module 57110-TA0-A01 OEM',
      {
        year: '2008',
        make: 'Honda',
        model: 'Accord',
        oemNumber: '57110-TA0-A01',
        fitments: '2009-2012|Honda|Accord',
      },
    ],
    [
      'FOR 99-04 JEEP GRAND CHEROKEE WINDOW REGULATOR REAR RIGHT',
      {
        year: '1999',
        make: 'Jeep',
        model: 'Grand Cherokee',
        fitments: '2000-2004|Jeep|Grand Cherokee|||Rear right',
      },
    ],
    [
      '2013-2016 Ford Fusion Headlight LH Halogen DS73-13006 "OEM"',
      {
        year: '2013',
        make: 'Ford',
        model: 'Fusion',
        oemNumber: 'DS73-13006',
        fitments: '2014-2016|Ford|Fusion|||Left',
      },
    ],
    ['Parts Only 2005 BMW E46 DME', { year: '2005', make: 'BMW' }],
    ['Hood 2015 Ford F-150 — pick-up only', { year: '2015', make: 'Ford', model: 'F-150' }],
    [
      'Headlight Chevy Silverado 1500 2007-2013',
      {
        year: '2007',
        make: 'Chevrolet',
        model: 'Silverado 1500',
        fitments: '2008-2013|Chevrolet|Silverado 1500',
      },
    ],
    [
      '2010-2012 Kia Soul Seat Back LH',
      { year: '2010', make: 'Kia', model: 'Soul', fitments: '2011-2012|Kia|Soul|||Left' },
    ],
    ['Bosch Spark Plug 12-14 mm', {}],
    ['Fuse Box', {}],
    ['', {}],
  ])('%j', (title, facts) => {
    expect(readTitle(title, names)).toEqual({ ...untold, ...facts });
  });
});
