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
  ['silverado 15', ['silverado', '15']],
  ['Grand-Cherokee!', ['grandcherokee']],
  ['front brake pads', ['front', 'brake', 'pads']],
  ['brake pads', undefined],
])('names and positions are also looked for as words: %s', (text, orWords) => {
  expect(toSearchLevels(interpretQuery(text, catalog), catalog).at(-1)?.orWords).toEqual(orWords);
});
