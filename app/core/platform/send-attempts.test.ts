import { expect, test } from 'vitest';
import { attemptDelay, MAX_ATTEMPTS } from './send-attempts.ts';

test('delays grow to a day, and last longer than the three days after which a webhook is disabled', () => {
  const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => attemptDelay(index + 1));
  expect(delays.slice(0, 4)).toEqual([10, 40, 160, 640]);
  expect(Math.max(...delays)).toBe(86_400);
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(3 * 86_400);
});
