import { expect, test } from 'vitest';
import { findProblem } from '#tests/support/settings.ts';
import { parseSettings } from './settings.ts';

test('orders leave after one business day, and staff refund up to $200', () => {
  expect(parseSettings({}).orders).toEqual({
    handlingDays: 1,
    staffRefundLimitCents: 200_00,
    reviewFromCents: 200_00,
    quoteHours: 24,
  });
});

test.each([
  [{ handlingDays: -1 }, 'orders.handlingDays must be a whole number of business days from 0 to 60'],
  [{ handlingDays: 61 }, 'orders.handlingDays must be a whole number of business days from 0 to 60'],
  [{ staffRefundLimitCents: -1 }, 'orders.staffRefundLimitCents must be an amount from $0 to $1,000,000'],
  [{ staffRefundLimitCents: 0 }, undefined],
  [{ handlingDays: 0 }, undefined],
  [{ quoteHours: 0 }, 'orders.quoteHours must be a whole number of hours from 1 to 24'],
  [{ quoteHours: 25 }, 'orders.quoteHours must be a whole number of hours from 1 to 24'],
])('%j: %s', (orders, problem) => expect(findProblem({ orders })).toBe(problem));
