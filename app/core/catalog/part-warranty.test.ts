import { expect, test } from 'vitest';
import { isShorterWarranty, normalizeWarranty, readPeriod } from './part-warranty.ts';

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
  ['11 months', '12 to 36 months', true],
  ['12 months', '12 to 36 months', false],
  ['90 days', '1 to 3 months', false],
  ['59 days', '60 days to 1 year', true],
  ['2 months', '60 days to 1 year', false],
  ['12 months', '1 year', false],
  ['7 days', 'as long as you own it', false],
])('%s is shorter than %s: %s', (own, terms, isShorter) => {
  expect(isShorterWarranty(own, terms)).toBe(isShorter);
});

test.each([
  ['12 to 36 months', { months: 36 }],
  ['18 months', { months: 18 }],
  ['2 years', { months: 24 }],
  ['90 days', { days: 90 }],
  ['as long as you own it', undefined],
])('the longest period of %j counts', (text, period) => {
  expect(readPeriod(text)).toEqual(period);
});
