import { expect, test } from 'vitest';
import { describeOrderTerms, findSoldWarranty, type SoldPart } from './order-terms.ts';
import { defaultShop } from '#core/settings/shop.ts';

const part: SoldPart = {
  name: 'Strut',
  oemNumber: null,
  vehicle: '2012 Honda Civic',
  origin: 'new_aftermarket',
  rebuilder: null,
  condition: 'New',
  warranty: '24 months',
  quantity: 1,
  canceled: 0,
};
const used: SoldPart = { ...part, name: 'Bumper', origin: 'used', condition: 'Good', warranty: '30 days' };

const describe = (lines: SoldPart[], fulfillment: 'ship' | 'pickup' = 'ship') =>
  describeOrderTerms({ lines, fulfillment, returnTerms: null }, defaultShop);

test('parts of one kind: one sentence each', () => {
  expect(describe([part, { ...part, name: 'Spring' }])).toEqual([
    ['Return within 30 days of delivery, unused, in original packaging. Refunds take 5 to 10 business days.'],
    ['Warranty 24 months from delivery.'],
  ]);
  expect(describe([used], 'pickup')).toEqual([
    [
      'Return within 30 days of pickup, unused, in the same condition as received. Refunds take 5 to 10 business days.',
    ],
    ['Warranty 30 days from pickup.'],
  ]);
});

test('parts of several kinds: each term with its parts', () => {
  const rebuilt = { ...used, name: 'Alternator', origin: 'rebuilt', warranty: '6 months' };
  expect(describe([part, used, rebuilt, { ...part, name: 'Spring' }])).toEqual([
    [
      'Return within 30 days of delivery, unused. Refunds take 5 to 10 business days.',
      'In original packaging: Strut, Spring',
      'In the same condition as received: Bumper, Alternator',
    ],
    ['Warranty 24 months: Strut, Spring', 'Warranty 30 days: Bumper', 'Warranty 6 months: Alternator'],
  ]);
});

test('parts with the same name get a detail that differs, and each list has them once', () => {
  const [returns, warranty] = describe([part, part, { ...used, name: 'Strut', oemNumber: '51601-TR0' }]);
  expect(returns?.slice(1)).toEqual([
    'In original packaging: Strut (2012 Honda Civic, New aftermarket)',
    'In the same condition as received: Strut (51601-TR0, 2012 Honda Civic, Used, Good)',
  ]);
  expect(warranty?.[1]).toBe('Warranty 30 days: Strut (51601-TR0, 2012 Honda Civic, Used, Good)');
});

test('canceled parts have no terms', () => {
  expect(describe([part, { ...used, quantity: 2, canceled: 2 }])).toEqual(describe([part]));
  expect(describe([{ ...part, canceled: 1 }])).toEqual([]);
});

test('the terms that the order kept count', () => {
  const returnTerms = { ...defaultShop.returns, days: 1 };
  expect(
    describeOrderTerms({ lines: [part], fulfillment: 'ship', returnTerms }, defaultShop)[0]?.[0],
  ).toContain('Return within 1 day of delivery, ');
});

test('an order from before the text was kept has the terms of its kind', () => {
  const before = { ...part, warranty: null };
  expect(findSoldWarranty({ ...before, origin: 'new_oem' }, defaultShop)).toBe('12 to 36 months');
  expect(findSoldWarranty(before, defaultShop)).toBe('12 to 24 months');
  expect(findSoldWarranty({ ...before, origin: null, condition: 'Good' }, defaultShop)).toBe('30 days');
  expect(findSoldWarranty({ ...used, warranty: '7 days' }, defaultShop)).toBe('7 days');
});
