import { expect, test } from 'vitest';
import { partSorts } from './catalog-query.ts';
import { isExactVehicle, type PartFilters } from './catalog-query.ts';

test('parts are sorted by match, name, price, age, or mileage', () => {
  expect(partSorts).toEqual(['best', 'name', 'price_asc', 'price_desc', 'newest', 'mileage']);
});

const vehicle = { make: 'Honda', model: 'Civic', year: 2015 };

test.each<[PartFilters, boolean]>([
  [vehicle, true],
  [{ ...vehicle, category: 'Brakes', conditions: ['Good'], inStock: true }, true],
  [{ ...vehicle, q: 'pads' }, false],
  [{ ...vehicle, make: undefined }, false],
  [{ ...vehicle, model: undefined }, false],
  [{ ...vehicle, year: undefined }, false],
  [{}, false],
])('%j names one vehicle: %s', (filters, expected) => expect(isExactVehicle(filters)).toBe(expected));
