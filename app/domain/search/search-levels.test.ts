import { expect, test } from 'vitest';
import { interpretQuery } from './interpret-query.ts';
import { createSearchCatalog } from './search-catalog.ts';
import { toSearchLevels } from './search-levels.ts';

const catalog = createSearchCatalog({
  models: [
    { make: 'Chevrolet', model: 'Silverado 1500' },
    { make: 'Chevrolet', model: 'Silverado 2500HD' },
    { make: 'Jeep', model: 'Cherokee' },
    { make: 'Jeep', model: 'Grand Cherokee' },
  ],
  makes: ['Chevrolet', 'Jeep'],
  brands: ['Silverado 15 Parts'],
  conditions: ['New', 'Good'],
  nameWords: new Set(['brake', 'pads']),
});

test.each([
  ['silverado 15', ['model=Silverado 1500', 'brand=Silverado 15 Parts']],
  ['grand cherokee', ['model=Grand Cherokee']],
  ['jeep cherokee', undefined],
])('a whole text knows the names that contain it: %s', (text, names) => {
  const last = toSearchLevels(interpretQuery(text, catalog), catalog)?.at(-1);
  expect(last).toMatchObject({ literal: text });
  expect(last && 'names' in last ? last.names : undefined).toEqual(names);
});
