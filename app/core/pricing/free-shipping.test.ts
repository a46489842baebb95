import { expect, test } from 'vitest';
import { centsToFreeShipping } from './free-shipping.ts';
import { defaultShipping } from './pricing-terms.ts';
import { priceShipping } from './shipping.ts';

test.each([
  // The line must cost more than $100, not $100.
  [58_00, 1, 5, 42_01],
  [100_00, 1, 5, 1],
  [100_01, 1, 1, 0],
  [50_01, 2, 2, 0],
  // The units in stock do not suffice.
  [58_00, 1, 1, undefined],
  [50_00, 1, 2, undefined],
  [50_00, 1, 3, 50_01],
])('a line of %i cents × %i, with %i in stock: %s', (unitPriceCents, quantity, available, missing) => {
  const line = { unitPriceCents, quantity };
  expect(centsToFreeShipping(line, available, defaultShipping)).toBe(missing);
  const priced = priceShipping([line], defaultShipping, null);
  expect('lines' in priced && priced.lines[0]?.cents === 0).toBe(missing === 0);
});

test('other rules say nothing', () => {
  const line = { unitPriceCents: 58_00, quantity: 1 };
  expect(centsToFreeShipping({ ...line, shippingCostCents: 0 }, 9, defaultShipping)).toBeUndefined();
  expect(centsToFreeShipping(line, 9, { lineCents: 15_00, freeAboveCents: null })).toBeUndefined();
  expect(centsToFreeShipping(line, 9, { lineCents: 0, freeAboveCents: 100_00 })).toBeUndefined();
});
