import { expect, test } from 'vitest';
import { exactTime, relativeTime } from './relative-time.ts';

const NOW = '2026-11-21T12:00:00Z';

test.each([
  [0, 'just now'],
  [59.999, 'just now'],
  [-3600, 'just now'],
  [60, '1 minute ago'],
  [5 * 60 + 59, '5 minutes ago'],
  [60 * 60, '1 hour ago'],
  [23 * 3600 + 3599, '23 hours ago'],
  [24 * 3600, '1 day ago'],
  [29 * 86_400, '29 days ago'],
  [30 * 86_400, '1 month ago'],
  [364 * 86_400, '12 months ago'],
  [365 * 86_400, '1 year ago'],
])('%d seconds are %s', (seconds, text) => {
  expect(relativeTime(new Date(Date.parse(NOW) - seconds * 1000).toISOString(), NOW)).toBe(text);
});

test('the exact time', () => {
  expect(exactTime('2026-11-21T15:04:05.678Z')).toBe('2026-11-21 15:04:05 UTC');
});
