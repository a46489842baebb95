import { expect, test } from 'vitest';
import { findChargeProblem, formatChargeRefundId, isChargeRefund } from './payment.ts';

test.each([
  [49, 'The minimum for card payments is $0.50. Please add another part.'],
  [50, undefined],
  [99_999_999, undefined],
  [100_000_000, 'The maximum for one card payment is $999,999.99. Please remove some parts.'],
])('a total of %i cents: %s', (cents, problem) => {
  expect(findChargeProblem(cents)).toBe(problem);
});

test('the sum of the refunds of a charge has the id of the charge', () => {
  expect(formatChargeRefundId('ch_1')).toBe('charge:ch_1');
  expect(isChargeRefund(formatChargeRefundId('ch_1'))).toBe(true);
  expect(isChargeRefund('re_1')).toBe(false);
});
