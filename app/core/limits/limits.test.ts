import { expect, test } from 'vitest';
import { limitRules, type LimitWindow, tallyRules, toRetrySeconds } from './limits.ts';

const units = new Map([
  [60, 'minute'],
  [600, '10 minutes'],
  [900, '15 minutes'],
  [3_600, 'hour'],
  [86_400, 'day'],
]);

function inWords(windows: readonly LimitWindow[]): string {
  return windows.map(({ points, seconds }) => `${points} per ${units.get(seconds)}`).join(', ');
}

// These are named in docs/payments.md, docs/accounts.md, docs/operating.md, docs/audit.md, docs/api.md and docs/agents.md.
test('the limits by rule', () => {
  const rules = Object.entries(limitRules).map(([rule, windows]) => [rule, inWords(windows)]);
  expect(Object.fromEntries(rules)).toEqual({
    'open-payment-page': '15 per 10 minutes, 150 per day',
    'open-payment-page-from-address': '200 per 10 minutes, 5000 per day',
    'price-cart': '600 per 10 minutes',
    'sync-cart': '600 per 10 minutes',
    'sync-garage': '600 per 10 minutes',
    'decode-vin': '200 per 10 minutes',
    'save-address': '60 per hour',
    'ask-back-in-stock': '20 per 15 minutes, 100 per day',
    'ask-back-in-stock-of-part': '60 per hour, 300 per day',
    'ask-back-in-stock-own': '60 per hour',
    'upload-picture': '300 per 10 minutes',
    'ask-return': '20 per day',
    'check-payment': '60 per 10 minutes',
    'write-to-shop': '10 per 15 minutes, 40 per day',
    'write-to-shop-all': '1000 per hour',
    confirm: '5 per hour, 15 per day',
    'confirm-all': '200 per hour',
    'sign-in-from-address': '100 per 15 minutes',
    'sign-in-from-new-device': '10 per 15 minutes',
    'sign-in-from-known-device': '10 per 15 minutes',
    'use-code': '1 per 15 minutes',
    'second-step': '10 per 15 minutes',
    'confirm-password': '10 per 15 minutes',
    'security-scan': '6 per 10 minutes',
    'account-mail-from-address': '40 per hour',
    'account-mail': '5 per hour',
    'open-link': '60 per 15 minutes',
    'find-order': '20 per 15 minutes, 100 per day',
    'find-order-number': '10 per hour, 30 per day',
    'find-order-number-all': '100 per hour, 300 per day',
    'mail-order-link': '3 per hour',
    'log-event': '2000 per hour',
    'use-api-key': '600 per minute, 100000 per day',
    'read-feed': '12 per hour',
    'unsigned-change': '400 per minute, 1000 per day',
    'unsigned-change-all': '20000 per day',
    'signed-change': '20000 per day',
    'meet-platform': '120 per hour',
    'meet-platform-all': '600 per hour',
    'note-missed-search': '500 per day',
  });
});

test('the approximate limits by rule', () => {
  const rules = Object.entries(tallyRules).map(([rule, window]) => [rule, inWords([window])]);
  expect(Object.fromEntries(rules)).toEqual({
    reads: '3000 per minute',
    writes: '600 per minute',
    health: '600 per minute',
    assistants: '3000 per minute',
    'unsigned-assistants': '600 per minute',
    'unsigned-platform': '600 per minute',
    'unsigned-platforms': '6000 per minute',
    'signed-platform': '3000 per minute',
  });
});

test.each([
  [-5, 1],
  [0, 1],
  [1_000, 1],
  [1_001, 2],
  [59_999, 60],
])('after %d milliseconds, a client may try again in %d seconds', (milliseconds, seconds) => {
  expect(toRetrySeconds(milliseconds)).toBe(seconds);
});
