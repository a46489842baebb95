import { expect, test } from 'vitest';
import { describePrices, summarizePrices } from './known-prices.ts';

const describe = (...given: Parameters<typeof summarizePrices>) => describePrices(summarizePrices(...given));

test('own sales and offers become a sentence', () => {
  const sales = [
    { cents: 90_00, units: 1 },
    { cents: 150_00, units: 1 },
    { cents: 140_00, units: 1 },
  ];
  expect(describe(sales, [130_00, 120_00])).toBe('Sold 3 in a year, median $140; 2 listed, from $120');
  expect(describe(sales.slice(0, 2), [])).toBe('Sold 2 in a year, median $120');
  expect(describe([], [49_99])).toBe('1 listed, from $49.99');
  expect(describe([], [])).toBe('No sales or offers like this yet');
});

test('the median counts units, and is in whole cents', () => {
  const median = (...sales: [cents: number, units: number][]) =>
    summarizePrices(
      sales.map(([cents, units]) => ({ cents, units })),
      [],
    ).medianCents;
  expect(median([100, 5], [900, 1])).toBe(100);
  expect(median([900, 3], [100, 3])).toBe(500);
  expect(median([100, 1], [101, 1])).toBe(101);
  expect(median([700, 1])).toBe(700);
  expect(median()).toBeNull();
});
