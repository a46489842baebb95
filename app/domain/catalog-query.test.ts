import { expect, test } from 'vitest';
import { partSorts } from './catalog-query.ts';
import { isExactVehicle, type PartFilters } from './catalog-query.ts';

test('parts are sorted by match, by name, or by price, low or high first', () => {
  expect(partSorts).toEqual(['best', 'name', 'price_asc', 'price_desc']);
});

const vehicle = { make: 'Honda', model: 'Civic', year: 2015 };

test.each<[PartFilters, boolean]>([
  [vehicle, true],
  [{ ...vehicle, category: 'Brakes', condition: 'Good', inStock: true }, true],
  [{ ...vehicle, q: 'pads' }, false],
  [{ ...vehicle, make: undefined }, false],
  [{ ...vehicle, model: undefined }, false],
  [{ ...vehicle, year: undefined }, false],
  [{}, false],
])('%j names one vehicle: %s', (filters, expected) => expect(isExactVehicle(filters)).toBe(expected));
