import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowserPages } from '#tests/support/browser-page.ts';
import { mayHaveOpenPayment } from './own-holds.ts';

const pages = openBrowserPages();
const now = 1_700_000_000_000;

beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(now));
afterEach(() => void vi.restoreAllMocks());

test.each([
  ['ends later', String(now + 1), true],
  ['ends now', String(now), false],
  ['has ended', String(now - 1), false],
  ['has no end', 'garbage', false],
])('a payment that %s', (_, stored, expected) => {
  pages.current.storage.setItem('checkout.open', stored);
  expect(mayHaveOpenPayment()).toBe(expected);
});

test('without a payment and without a storage, none is open', () => {
  expect(mayHaveOpenPayment()).toBe(false);
  pages.current.storage.state = 'blocked';
  expect(mayHaveOpenPayment()).toBe(false);
});
