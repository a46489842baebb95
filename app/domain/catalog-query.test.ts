import { expect, test } from 'vitest';
import { partSorts } from './catalog-query.ts';

test('parts are sorted by name or by price, low or high first', () => {
  expect(partSorts).toEqual(['name', 'price_asc', 'price_desc']);
});
