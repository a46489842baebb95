import { expect, test } from 'vitest';
import { parseDollars } from './parse-dollars.ts';

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['$1,200', 120_000],
  [' $ 3.00 ', 300],
  // These are not exact as floating-point numbers: 19.99 * 100 is 1998.9999999999998, and 1.1 * 100 is 110.00000000000001.
  ['19.99', 1999],
  ['1.1', 110],
  ['0', 0],
])('%j are %i cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents);
});

test.each(['', '1.234', '12,00', '-5', '1e3', 'ten'])('%j is no amount', (text) => {
  expect(parseDollars(text)).toBeUndefined();
});
