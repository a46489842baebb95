import { expect, test } from 'vitest';
import { formatTotal, toCount } from './found-count.ts';

const all = { is_sample: false, is_all: true };
const some = { is_sample: false, is_all: false };
const sample = { is_sample: true, is_all: false };

test.each([
  [{ ...all, parts: 0, in_stock: 0 }, '0', 0],
  [{ ...some, parts: 10_000, in_stock: 7 }, '10,000', 7],
  [{ ...some, parts: 10_001, in_stock: 10_001 }, '10,000+', 10_000],
  [{ ...all, parts: 20_000, in_stock: 5_000 }, '10,000+', 2_500],
  [{ ...sample, parts: 98, in_stock: 49 }, 'about 25,000', 13_000],
  [{ ...sample, parts: 430, in_stock: 0 }, 'about 110,000', 0],
  [{ ...sample, parts: 3_906, in_stock: 3_906 }, 'about 1,000,000', 1_000_000],
])('of a text, %j is said as %s', (row, text, inStock) => {
  const count = toCount(row, { isOfText: true });
  expect(formatTotal(count)).toBe(text);
  expect(count.inStockTotal).toBe(inStock);
});

test('without a text, all parts of a small catalog are counted', () => {
  const row = { ...all, parts: 20_000, in_stock: 5_000 };
  expect(toCount(row, { isOfText: false })).toEqual({
    total: 20_000,
    inStockTotal: 5_000,
    counting: 'exact',
  });
});
