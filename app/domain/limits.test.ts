import { expect, test } from 'vitest';
import { toRetrySeconds } from './limits.ts';

test.each([
  [-5, 1],
  [0, 1],
  [1_000, 1],
  [1_001, 2],
  [59_999, 60],
])('after %d milliseconds, a client may try again in %d seconds', (milliseconds, seconds) =>
  expect(toRetrySeconds(milliseconds)).toBe(seconds),
);
