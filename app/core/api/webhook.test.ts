import { expect, test } from 'vitest';
import { findWebhookUrlProblem } from './webhook.ts';

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
