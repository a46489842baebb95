import { describe, expect, test } from 'vitest';
import { combineRates, findColumnProblems, readTaxRateRow } from './tax-rate-row.ts';

/** docs/sales-tax.md has this example. */
const example = {
  state: 'CA',
  zip: '99999',
  state_rate: '6%',
  county: 'Example County',
  county_rate: '1.25%',
  city: 'Example City',
  city_rate: '0.5%',
  district_1: 'Example Transit District',
  district_1_rate: '0.5%',
  combined_rate: '8.25%',
  check: 'check',
};

const read = (changes: Readonly<Record<string, string | undefined>> = {}) =>
  readTaxRateRow({ ...example, ...changes });

/** Reads a line with this county rate, and no other rates. */
const readRate = (rate: string) =>
  read({
    state_rate: '0',
    county_rate: rate,
    city: '',
    city_rate: '',
    district_1: '',
    district_1_rate: '',
    combined_rate: rate,
  });

const problemsOf = (changes: Readonly<Record<string, string | undefined>>) => {
  const result = read(changes);
  return 'problems' in result ? result.problems : [];
};

describe('the columns of a file', () => {
  const required = 'state zip state_rate county county_rate city city_rate combined_rate check'.split(' ');

  test('may be in any order, with up to eight districts', () => {
    const districts = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((number) => [
      `district_${number}_rate`,
      `district_${number}`,
    ]);
    expect(findColumnProblems(required)).toEqual([]);
    expect(findColumnProblems([...districts, ...required.toReversed()])).toEqual([]);
  });

  test.each(required)('must include %s', (name) => {
    expect(findColumnProblems(required.filter((each) => each !== name))).toEqual([
      `The column ${name} is missing`,
    ]);
  });

  test('must be known, and occur once', () => {
    expect(findColumnProblems([...required, 'district_9', '', 'zip', 'district_0', 'x', 'x'])).toEqual([
      'The column district_9 is unknown',
      'The column without a name is unknown',
      'The column district_0 is unknown',
      'The column x is unknown',
      'The column x is unknown',
      'The column zip is repeated',
    ]);
  });
});

describe('a line', () => {
  test('has the rates of a ZIP code', () => {
    expect(read()).toEqual({
      row: {
        state: 'CA',
        zip: '99999',
        stateRate: 0.06,
        county: 'Example County',
        countyRate: 0.0125,
        city: 'Example City',
        cityRate: 0.005,
        districts: [{ name: 'Example Transit District', rate: 0.005 }],
        needsCheck: true,
      },
    });
  });

  test('may have spaces around its cells, a state in small letters, and OK in capitals', () => {
    const spaced = Object.fromEntries(Object.entries(example).map(([name, cell]) => [name, ` ${cell} `]));
    expect(readTaxRateRow(spaced)).toEqual(read());
    expect(read({ state: 'ca', check: 'OK' })).toMatchObject({ row: { state: 'CA', needsCheck: false } });
  });

  test('may leave out the city and the districts', () => {
    const changes = { city: '', city_rate: '', district_1: '', district_1_rate: '', combined_rate: '7.25%' };
    const row = { city: null, cityRate: 0, districts: [] };
    expect(read(changes)).toMatchObject({ row });
    expect(read({ ...changes, district_1: undefined, district_1_rate: undefined })).toMatchObject({ row });
    expect(read({ ...changes, city_rate: '0', district_1_rate: '0%' })).toMatchObject({ row });
  });

  test('has districts in order, also without a rate', () => {
    const changes = {
      district_3: 'Water',
      district_3_rate: '0.25%',
      district_8: 'Fire',
      district_8_rate: '0',
    };
    expect(read({ ...changes, combined_rate: '8.5%' })).toMatchObject({
      row: {
        districts: [
          { name: 'Example Transit District', rate: 0.005 },
          { name: 'Water', rate: 0.0025 },
          { name: 'Fire', rate: 0 },
        ],
      },
    });
  });

  test.each([
    [{ state: 'XX' }, 'state must be a two-letter state, such as CA'],
    [{ state: undefined }, 'state must be a two-letter state, such as CA'],
    [{ zip: '9999' }, 'zip must have five digits'],
    [{ zip: '999990' }, 'zip must have five digits'],
    [{ zip: 'x99999' }, 'zip must have five digits'],
    [{ county: '', county_rate: '', combined_rate: '7%' }, 'county is missing'],
    [{ county: 'x'.repeat(81) }, 'county must be at most 80 characters'],
    [{ city: 'Line\u2028break' }, 'city must be one line of UTF-8 text'],
    [{ district_1: 'Caf\uFFFD' }, 'district_1 must be one line of UTF-8 text'],
    [{ city: '' }, 'city is missing, but it has a rate'],
    [{ district_1: '' }, 'district_1 is missing, but it has a rate'],
    [{ city_rate: '' }, 'city_rate must be a rate from 0 to 0.2, such as 0.0725 or 7.25%'],
    [{ state_rate: '' }, 'state_rate must be a rate from 0 to 0.2, such as 0.0725 or 7.25%'],
    [{ combined_rate: '' }, 'combined_rate must be a rate from 0 to 0.2, such as 0.0725 or 7.25%'],
    [{ district_2: 'Fire' }, 'district_2_rate must be a rate from 0 to 0.2, such as 0.0725 or 7.25%'],
    [{ check: '' }, "check must be 'check' or 'ok'"],
    [{ check: 'yes' }, "check must be 'check' or 'ok'"],
    [{ combined_rate: '8%' }, 'combined_rate is 0.08, but the rates add up to 0.0825'],
    [{ city_rate: '0.4999%' }, 'combined_rate is 0.0825, but the rates add up to 0.082499'],
  ])('with %j is refused', (changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem]);
  });

  test('lists all its problems; the sum comes last', () => {
    expect(problemsOf({ state: '', zip: '', check: '', combined_rate: '1%' })).toEqual([
      'state must be a two-letter state, such as CA',
      'zip must have five digits',
      "check must be 'check' or 'ok'",
    ]);
  });

  test('has names of at most 80 characters', () => {
    expect(read({ county: 'x'.repeat(80) })).toMatchObject({ row: { county: 'x'.repeat(80) } });
  });
});

describe('a rate', () => {
  test.each([
    ['7.25%', 0.0725],
    ['7.25 %', 0.0725],
    ['0.0725', 0.0725],
    ['.0725', 0.0725],
    ['0', 0],
    ['0.2', 0.2],
    ['20%', 0.2],
    // These have six decimals. Binary fractions miss 8.9375 x 10,000 and 0.1375 % by a little.
    ['0.089375', 0.089375],
    ['8.9375%', 0.089375],
    ['0.1375%', 0.001375],
    ['0.0001%', 0.000001],
    ['0.07250000', 0.0725],
  ])('%s is %d', (text, rate) => {
    expect(readRate(text)).toMatchObject({ row: { countyRate: rate } });
  });

  test.each([
    '20.0001%',
    '0.200001',
    '1',
    '-1%',
    '7,25%',
    '%',
    '7.',
    '1e-2',
    '0.0000001',
    '0.00001%',
    '7.25%%',
    'x',
  ])('%s is refused', (text) => {
    expect(readRate(text)).toEqual({
      problems: ['county_rate', 'combined_rate'].map(
        (column) => `${column} must be a rate from 0 to 0.2, such as 0.0725 or 7.25%`,
      ),
    });
  });
});

test('the rates of a place are added exactly', () => {
  const row = {
    state: 'CA',
    zip: '99999',
    stateRate: 0.06,
    county: 'Example County',
    countyRate: 0.0025,
    city: null,
    cityRate: 0.001,
    districts: [
      { name: 'One', rate: 0.005 },
      { name: 'Two', rate: 0.000125 },
    ],
    needsCheck: false,
  };
  expect(combineRates(row)).toBe(0.068625);
  // 0.1 + 0.05 + 0.000001 is 0.15000100000000002 in binary fractions.
  expect(combineRates({ ...row, stateRate: 0.1, countyRate: 0.05, cityRate: 0.000001, districts: [] })).toBe(
    0.150001,
  );
});
