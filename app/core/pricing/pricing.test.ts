import { describe, expect, test } from 'vitest';
import type { PricedLine } from './line.ts';
import { defaultTerms } from './pricing-terms.ts';
import { priceByDefaultTerms, priceBuyNow } from './pricing.ts';

describe('examples', () => {
  test.each<[string, PricedLine[], { subtotal: number; tax: number; shipping: number; total: number }]>([
    ['nothing', [], { subtotal: 0, tax: 0, shipping: 0, total: 0 }],
    [
      'one part at the default 8 %',
      [{ unitPriceCents: 5000, quantity: 1 }],
      { subtotal: 5000, tax: 400, shipping: 1500, total: 6900 },
    ],
    [
      'exactly 100 dollars still ships for 15',
      [{ unitPriceCents: 10000, quantity: 1 }],
      { subtotal: 10000, tax: 800, shipping: 1500, total: 12300 },
    ],
    [
      '100.01 ships free',
      [{ unitPriceCents: 10001, quantity: 1 }],
      { subtotal: 10001, tax: 800, shipping: 0, total: 10801 },
    ],
    [
      'the line counts, not the part',
      [{ unitPriceCents: 3400, quantity: 3 }],
      { subtotal: 10200, tax: 816, shipping: 0, total: 11016 },
    ],
    [
      'shipping is per line',
      [
        { unitPriceCents: 6000, quantity: 1 },
        { unitPriceCents: 6000, quantity: 1 },
      ],
      { subtotal: 12000, tax: 960, shipping: 3000, total: 15960 },
    ],
    [
      'a part with its own tax rate',
      [{ unitPriceCents: 10000, quantity: 2, taxRate: 0.0775 }],
      { subtotal: 20000, tax: 1550, shipping: 0, total: 21550 },
    ],
    [
      'no tax at all',
      [{ unitPriceCents: 999, quantity: 1, taxRate: 0 }],
      { subtotal: 999, tax: 0, shipping: 1500, total: 2499 },
    ],
    [
      'a part with its own shipping, per line',
      [{ unitPriceCents: 20000, quantity: 2, shippingCostCents: 4950 }],
      { subtotal: 40000, tax: 3200, shipping: 4950, total: 48150 },
    ],
    [
      'a part with free shipping',
      [{ unitPriceCents: 100, quantity: 1, shippingCostCents: 0 }],
      { subtotal: 100, tax: 8, shipping: 0, total: 108 },
    ],
    [
      // 8 % of 0.06 is 0.48 cents. Rounded line by line, the tax would be nothing. Together it is 1.44 cents.
      'tax is rounded once',
      [
        { unitPriceCents: 6, quantity: 1, shippingCostCents: 0 },
        { unitPriceCents: 6, quantity: 1, shippingCostCents: 0 },
        { unitPriceCents: 6, quantity: 1, shippingCostCents: 0 },
      ],
      { subtotal: 18, tax: 1, shipping: 0, total: 19 },
    ],
    // 7 % of 0.50 is 3.5 cents, which binary fractions make 3.5000000000000004.
    [
      'half a cent is rounded up',
      [{ unitPriceCents: 50, quantity: 1, taxRate: 0.07, shippingCostCents: 0 }],
      { subtotal: 50, tax: 4, shipping: 0, total: 54 },
    ],
    // 1.45 % of 100.00 is 145 cents, which binary fractions make 144.99999999999997.
    [
      'rates are exact',
      [{ unitPriceCents: 10000, quantity: 1, taxRate: 0.0145, shippingCostCents: 0 }],
      { subtotal: 10000, tax: 145, shipping: 0, total: 10145 },
    ],
  ])('%s', (_what, lines, { subtotal, tax, shipping, total }) => {
    expect(priceByDefaultTerms(lines)).toMatchObject({
      subtotalCents: subtotal,
      taxCents: tax,
      shippingCents: shipping,
      coreCents: 0,
      totalCents: total,
    });
  });
});

test.each([
  [10000, 12300],
  [10001, 10801],
  [1999, 3659],
])('Buy Now of %i cents comes to %i', (price, total) => {
  const part = { unitPriceCents: price, taxRate: 0.5, shippingCostCents: 1 };
  expect(priceBuyNow(part, defaultTerms)).toMatchObject({ status: 'priced', totalCents: total });
});
