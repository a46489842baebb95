import { expect, test } from 'vitest';
import { describeShipping } from './describe-shipping.ts';
import { defaultShipping } from './pricing-terms.ts';

test.each([
  [{ priceCents: 10000, shippingCostCents: null }, 'Shipping is $15, or free above $100'],
  [{ priceCents: 10001, shippingCostCents: null }, 'Free shipping'],
  [{ priceCents: 10001, shippingCostCents: 4950 }, 'Shipping is $49.50'],
  [{ priceCents: 500, shippingCostCents: 0 }, 'Free shipping'],
  [{ priceCents: null, shippingCostCents: null }, 'Shipping is $15, or free above $100'],
  [{ priceCents: 0, shippingCostCents: 700 }, 'Shipping is $7'],
])('%o: %s', (part, words) => {
  expect(describeShipping(part, defaultShipping)).toBe(words);
});
