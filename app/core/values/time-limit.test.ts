import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withFallbackAfter, withTimeLimit } from './time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<string>(() => {});

test('work within the limit gives its result and leaves no timer', async () => {
  expect(await withTimeLimit(100, 'done')).toBe('done');
  expect(await withFallbackAfter(100, 'fallback', Promise.resolve('done'))).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('work over the limit is an error', async () => {
  const limited = expect(withTimeLimit(100, never)).rejects.toMatchObject({
    name: 'TimeLimitError',
    message: 'Timed out after 100 ms',
  });
  await vi.advanceTimersByTimeAsync(99);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await limited;
});

test('work over the limit has the fallback', async () => {
  const limited = withFallbackAfter(100, 'fallback', never);
  await vi.advanceTimersByTimeAsync(100);
  expect(await limited).toBe('fallback');
});

test('an error of the work has no fallback', async () => {
  const work = Promise.reject(new Error('broken'));
  await expect(withFallbackAfter(100, 'fallback', work)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});
