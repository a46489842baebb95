import { expect, test } from 'vitest';
import { computePageEnd, computeQuoteState, listQuoteHours } from './quote.ts';

const now = new Date('2026-11-22T12:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const open = {
  status: 'pending',
  isPaid: false,
  isSold: false,
  isCanceled: false,
  expiresAt: after(1),
} as const;

test.each([
  [{}, 'open'],
  [{ expiresAt: now }, 'expired'],
  [{ status: 'expired' }, 'expired'],
  [{ status: 'failed' }, 'expired'],
  [{ isCanceled: true }, 'canceled'],
  [{ status: 'canceled', isCanceled: true }, 'canceled'],
  [{ status: 'completed', isPaid: true, isSold: true, isCanceled: true }, 'paid'],
  [{ status: 'refunded', isPaid: true, isSold: true }, 'paid'],
  [{ status: 'canceled', isPaid: true }, 'late'],
] as const)('%j: %s', (facts, state) => expect(computeQuoteState({ ...open, ...facts }, now)).toBe(state));

test('a payment page lasts as long as its quote, but half an hour at least and not quite a day at most', () => {
  expect(computePageEnd(now, after(5), 30)).toEqual(after(30));
  expect(computePageEnd(now, after(90), 30)).toEqual(after(90));
  expect(computePageEnd(now, after(24 * 60), 30)).toEqual(after(24 * 60 - 5));
});

test('staff choose hours up to the setting', () => {
  expect(listQuoteHours(24)).toEqual([1, 2, 4, 8, 12, 24]);
  expect(listQuoteHours(3)).toEqual([1, 2, 3]);
});
