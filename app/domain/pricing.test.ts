import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PricedLine, priceBuyNow, priceOrder } from './pricing.ts';

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
      // 8 % of 0.06 is 0.48 cents. Rounded line by line that would be nothing; together it is 1.44 cents.
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
    expect(priceOrder(lines)).toEqual({
      subtotalCents: subtotal,
      taxCents: tax,
      shippingCents: shipping,
      totalCents: total,
    });
  });
});

test.each([
  [10000, 12300],
  [10001, 10801],
  [1999, 3659],
])('Buy Now of %i cents comes to %i', (price, total) => {
  expect(priceBuyNow(price).totalCents).toBe(total);
});

const anyLine = fc.record({
  unitPriceCents: fc.integer({ min: 1, max: 10_000_000 }),
  quantity: fc.integer({ min: 1, max: 999 }),
  taxRate: fc.option(fc.integer({ min: 0, max: 100_000 }).map((units) => units / 100_000)),
  shippingCostCents: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
});

test('any lines have whole cents, no negative amounts, and a total that is the sum', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 100 }), (lines) => {
      const totals = priceOrder(lines);
      for (const cents of Object.values(totals)) {
        expect(Number.isSafeInteger(cents)).toBe(true);
        expect(cents).toBeGreaterThanOrEqual(0);
      }
      expect(totals.totalCents).toBe(totals.subtotalCents + totals.taxCents + totals.shippingCents);
    }),
  );
});

test('the order of the lines does not matter', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 20 }), (lines) => {
      expect(priceOrder(lines.toReversed())).toEqual(priceOrder(lines));
    }),
  );
});
