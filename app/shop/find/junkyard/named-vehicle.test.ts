import { expect, test } from 'vitest';
import { interpretQuery } from '#core/search/text/interpret-query.ts';
import { findNamedVehicle } from './named-vehicle.ts';
import { createSearchCatalog } from '#core/search/text/search-catalog.ts';

const catalog = createSearchCatalog({
  models: [
    { make: 'Honda', model: 'Civic' },
    { make: 'Honda', model: 'Accord' },
    { make: 'Chevrolet', model: 'Silverado 1500' },
    { make: 'Chevrolet', model: 'Silverado 2500' },
  ],
  makes: ['Honda', 'Chevrolet'],
  brands: [],
  conditions: ['New', 'Good'],
  nameWords: new Set(['brake', 'pads']),
});

const civic = { year: 2010, make: 'Honda', model: 'Civic' };

test.each([
  ['2010 honda civic brake pads', civic],
  ['brake pads civic 2010', civic],
  ["'10 honda civic", civic],
  ['honda civic', null],
  ['2010 honda', null],
  ['2006-2011 honda civic', null],
  ['2010 2011 civic', null],
  ['2010 civic or accord', null],
  ['2010 silverado', null],
  ['2010 silverado 1500', { year: 2010, make: 'Chevrolet', model: 'Silverado 1500' }],
  ['2010 chevrolet honda civic', null],
])('%s', (text, vehicle) => {
  expect(findNamedVehicle(interpretQuery(text, catalog))).toEqual(vehicle);
});
