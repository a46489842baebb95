import { expect, test } from 'vitest';
import { isExactVehicle, type PartFilters } from './catalog-query.ts';

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
