import { expect, test } from 'vitest';
import { describeReady, findBegin, latestReady } from './ready-day.ts';

test.each([
  [null, null],
  ['2026-12-10', 'Ready from Dec 10, 2026'],
  ['unknown', "Ready when the car's papers are done"],
])('of %o says %o', (day, text) => {
  expect(describeReady(day)).toBe(text);
});

test.each([
  [[], null],
  [[null, '2026-12-10', '2026-12-09'], '2026-12-10'],
  [['unknown', '2026-12-10'], 'unknown'],
])('of %o, all are ready on %o', (days, latest) => {
  expect(latestReady(days)).toBe(latest);
});

test.each([
  [null, '2026-11-30T20:00:00.000Z'],
  ['2026-12-10', '2026-12-10T08:00:00.000Z'],
  ['2026-11-30', '2026-11-30T20:00:00.000Z'],
])('an order of parts that are ready on %o begins at %s', (day, begin) => {
  const now = new Date('2026-11-30T20:00:00Z');
  expect(findBegin(day, 'America/Los_Angeles', now)).toEqual(new Date(begin));
  expect(findBegin('unknown', 'America/Los_Angeles', now)).toBeNull();
});
