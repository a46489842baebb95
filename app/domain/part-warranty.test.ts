import { expect, test } from 'vitest';
import { isShorterWarranty, longerWarranty, normalizeWarranty } from './part-warranty.ts';

test.each([
  ['90 days', '90 days'],
  [' 6 Months ', '6 months'],
  ['1 month', '1 month'],
  ['1 days', '1 day'],
  ['090days', '90 days'],
  ['0 days', undefined],
  ['1000 days', undefined],
  ['12 to 36 months', undefined],
  ['1 year', undefined],
  ['lifetime', undefined],
])('%j is the warranty %j', (text, warranty) => {
  expect(normalizeWarranty(text)).toBe(warranty);
});

test.each([
  ['30 days', '30 days', false],
  ['29 days', '30 days', true],
  ['1 month', '30 days', false],
  ['30 days', '1 month', true],
  ['35 months', '12 to 36 months', true],
  ['36 months', '12 to 36 months', false],
  ['12 months', '1 year', false],
  ['7 days', 'as long as you own it', false],
])('%s is shorter than %s: %s', (own, terms, isShorter) => {
  expect(isShorterWarranty(own, terms)).toBe(isShorter);
});

test('the longer warranty applies', () => {
  expect(longerWarranty(null, '30 days')).toBe('30 days');
  expect(longerWarranty('90 days', '30 days')).toBe('90 days');
  expect(longerWarranty('7 days', '30 days')).toBe('30 days');
  expect(longerWarranty('7 days', 'as long as you own it')).toBe('as long as you own it');
});
