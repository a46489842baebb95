import { expect, test } from 'vitest';
import { findWebhookUrlProblem, MAX_WEBHOOK_ATTEMPTS, webhookDelay } from './webhook.ts';

test('delays grow to a day, and last longer than the three days after which a webhook is disabled', () => {
  const delays = Array.from({ length: MAX_WEBHOOK_ATTEMPTS - 1 }, (_, index) => webhookDelay(index + 1));
  expect(delays.slice(0, 4)).toEqual([10, 40, 160, 640]);
  expect(Math.max(...delays)).toBe(86_400);
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(3 * 86_400);
});

test.each([
  ['https://example.com/hook?a=b', undefined],
  ['http://example.com/hook', 'Please enter an address that starts with https://'],
  ['example.com', 'Please enter an address that starts with https://'],
  ['', 'Please enter an address that starts with https://'],
  ['https://a:b@example.com/', 'The address must not contain a password'],
  [`https://example.com/${'a'.repeat(500)}`, 'At most 500 characters'],
])('%s', (url, problem) => {
  expect(findWebhookUrlProblem(url)).toBe(problem);
});
