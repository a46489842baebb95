import { expect, test } from 'vitest';
import { formatTotal, toCount } from './found-count.ts';

test.each([
  [{ sampled: null, parts: 0, in_stock: 0 }, '0', 0],
  [{ sampled: null, parts: 10_000, in_stock: 7 }, '10,000', 7],
  [{ sampled: null, parts: 10_001, in_stock: 10_001 }, '10,000+', 10_000],
  [{ sampled: 98, parts: 98, in_stock: 49 }, 'about 25,000', 13_000],
  [{ sampled: 430, parts: 430, in_stock: 0 }, 'about 110,000', 0],
  [{ sampled: 3_906, parts: 3_906, in_stock: 3_906 }, 'about 1,000,000', 1_000_000],
])('%j is said as %s', (row, text, inStock) => {
  const count = toCount(row);
  expect(formatTotal(count)).toBe(text);
  expect(count.inStockTotal).toBe(inStock);
});
