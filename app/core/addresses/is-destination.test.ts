import { describe, expect, test } from 'vitest';
import type { Destination, ShipTo } from './destination.ts';
import { isDestination, isInPlace, isSameDestination } from './is-destination.ts';

const home: ShipTo = {
  kind: 'ship',
  country: 'US',
  state: 'CA',
  zip: '92101',
  place: 'residential',
  liftgate: false,
  poBox: false,
};
const abroad: ShipTo = { ...home, country: 'MX', state: '', zip: '' };
const yard: Destination = { kind: 'pickup', location: 'Main yard' };

describe('a destination', () => {
  test.each<[string, unknown]>([
    ['a home', home],
    ['a business', { ...home, place: 'business', liftgate: true }],
    ['a PO box', { ...home, poBox: true }],
    ['a territory', { ...home, state: 'PR', zip: '00901' }],
    ['another country', abroad],
    ['a location', yard],
    ['a location with a name of 80 characters', { ...yard, location: 'x'.repeat(80) }],
  ])('can be %s', (_, value) => {
    expect(isDestination(value)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['a text', 'ship'],
    ['a number', 1],
    ['nothing', null],
    ['missing', undefined],
    ['without a kind', { ...home, kind: undefined }],
    ['of another kind', { ...home, kind: 'drone' }],
    ['with more than it needs', { ...home, location: 'Main yard' }],
    ['without a country', { ...home, country: undefined }],
    ['of an unknown state', { ...home, state: 'XX' }],
    ['of a state that every object has', { ...home, state: 'constructor' }],
    ['without a state', { ...home, state: undefined }],
    ['with a state that is a list', { ...home, state: ['CA'] }],
    ['with a short ZIP code', { ...home, zip: '9210' }],
    ['with a ZIP code of nine digits', { ...home, zip: '92101-1234' }],
    ['with letters in the ZIP code', { ...home, zip: 'x92101' }],
    ['with a number as ZIP code', { ...home, zip: 92101 }],
    ['abroad with a state', { ...abroad, state: 'CA' }],
    ['abroad with a ZIP code', { ...abroad, zip: '92101' }],
    ['in a country of three letters', { ...abroad, country: 'MEX' }],
    ['in a country of small letters', { ...abroad, country: 'mx' }],
    ['in a list of countries', { ...abroad, country: ['MX'] }],
    ['of another kind of place', { ...home, place: 'farm' }],
    ['without an answer about the liftgate', { ...home, liftgate: undefined }],
    ['with a text as answer about PO boxes', { ...home, poBox: 'no' }],
    ['a location without a name', { ...yard, location: '' }],
    ['a location with a longer name', { ...yard, location: 'x'.repeat(81) }],
    ['a location whose name cannot be stored', { ...yard, location: 'Main\0yard' }],
    ['a location whose name is a list', { ...yard, location: ['Main yard'] }],
    ['a location with more than it needs', { ...yard, state: 'CA' }],
  ])('cannot be %s', (_, value) => {
    expect(isDestination(value)).toBe(false);
  });
});

describe('two destinations', () => {
  const others: (Destination | null)[] = [
    null,
    yard,
    { kind: 'pickup', location: 'North yard' },
    { kind: 'pickup', location: '' },
    home,
    abroad,
    { ...home, state: 'NV' },
    { ...home, zip: '92102' },
    { ...home, place: 'business' },
    { ...home, liftgate: true },
    { ...home, poBox: true },
  ];

  test('are the same if all of their answers are', () => {
    const same = others.map((one) =>
      others.filter((other) => isSameDestination(one, structuredClone(other))),
    );
    expect(same).toEqual(others.map((one) => [one]));
  });

  test('may list their answers in another order', () => {
    const turned = Object.fromEntries(Object.entries(home).toReversed()) as unknown as ShipTo;
    expect(isSameDestination(home, turned)).toBe(true);
  });
});

describe('the address that a buyer gives to the provider', () => {
  const inPlace = (country: string, state: string, postalCode: string, place = home) =>
    isInPlace({ country, state, postalCode }, place);

  test.each([
    ['US', 'CA', '92101', true],
    ['US', ' ca ', ' 92101 ', true],
    ['US', 'CA', '92101-1234', true],
    ['US', 'NV', '92101', false],
    ['US', 'CA', '92102', false],
    ['US', 'CA', '9210', false],
    ['MX', 'CA', '92101', false],
  ])('%s %s %s is the place that the order was priced for: %s', (country, state, postalCode, same) => {
    expect(inPlace(country, state, postalCode)).toBe(same);
  });

  test('is compared by country only abroad', () => {
    expect(inPlace('MX', 'BC', '22000', abroad)).toBe(true);
    expect(inPlace('CA', 'BC', 'V5K 0A1', abroad)).toBe(false);
    expect(inPlace('US', '', '', abroad)).toBe(false);
  });
});
