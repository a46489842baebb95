import { expect, test } from 'vitest';
import { expectPart, highestBid } from './bid.ts';

test('a part brings the median of its sales, as often as such parts are sold', () => {
  const known = { sold: 3, medianCents: 140_00, listed: 2, lowestCents: 120_00 };
  expect(expectPart(known, 1)).toBe(140_00);
  expect(expectPart(known, 4)).toBe(70_00);
  expect(expectPart({ ...known, listed: 5 }, 1)).toBe(70_00);
  expect(expectPart({ ...known, sold: 0, medianCents: null }, 1)).toBe(0);
});

test('the highest bid keeps the margin after the fees, in whole dollars', () => {
  const terms = { scrapCents: 200_00, feesCents: 350_00, marginPercent: 50 };
  expect(highestBid(1_801_00, terms)).toBe(650_00);
  expect(highestBid(100_00, terms)).toBe(0);
  expect(highestBid(1_000_00, { scrapCents: 0, feesCents: 0, marginPercent: 0 })).toBe(1_000_00);
});
