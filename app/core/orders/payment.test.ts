import { expect, test } from 'vitest';
import { boundBuyer, findChargeProblem, formatChargeRefundId, isChargeRefund } from './payment.ts';

test.each([
  [49, 'The minimum for card payments is $0.50. Please add another part.'],
  [50, undefined],
  [99_999_999, undefined],
  [100_000_000, 'The maximum for one card payment is $999,999.99. Please remove some parts.'],
])('a total of %i cents: %s', (cents, problem) => {
  expect(findChargeProblem(cents)).toBe(problem);
});

test('what a buyer typed at the provider is shortened, but an email is not cut', () => {
  const email = `${'x'.repeat(308)}@example.com`;
  const address = {
    line1: 'x'.repeat(501),
    line2: null,
    city: '',
    state: 'CA',
    postalCode: '92101',
    country: 'US',
  };
  expect(boundBuyer({ email, name: `${'x'.repeat(499)}😀`, phone: 'x'.repeat(101), address })).toEqual({
    email,
    name: `${'x'.repeat(499)}\uFFFD`,
    phone: 'x'.repeat(100),
    address: { ...address, line1: 'x'.repeat(500) },
  });
  const nothing = { email: null, name: null, phone: null, address: null };
  expect(boundBuyer({ ...nothing, email: `x${email}` })).toEqual(nothing);
});

test('the sum of the refunds of a charge has the id of the charge', () => {
  expect(formatChargeRefundId('ch_1')).toBe('charge:ch_1');
  expect(isChargeRefund(formatChargeRefundId('ch_1'))).toBe(true);
  expect(isChargeRefund('re_1')).toBe(false);
});
