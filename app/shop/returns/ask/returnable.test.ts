import { expect, test } from 'vitest';
import { findArrival, findReturnDeadline, findReturnProblem } from './returnable.ts';

const day = (text: string) => new Date(`${text}T18:00:00Z`);

const facts = {
  kind: 'return',
  arrivedAt: day('2026-03-01'),
  paidAt: day('2026-02-20'),
  returnDays: 30,
  warranty: '12 to 36 months',
  coreReturnDays: null,
  timeZone: 'America/Los_Angeles',
} as const;

test('the last parcel counts, and one that is not marked as delivered counts a week after it left', () => {
  expect(findArrival([])).toBeUndefined();
  const left = { method: 'parcel', shippedAt: day('2026-03-01'), deliveredAt: null } as const;
  expect(findArrival([left])).toEqual(day('2026-03-08'));
  expect(findArrival([{ ...left, deliveredAt: day('2026-03-04') }])).toEqual(day('2026-03-04'));
  expect(findArrival([{ ...left, method: 'pickup' }])).toEqual(day('2026-03-01'));
  const delivered = { ...left, deliveredAt: day('2026-03-04') };
  for (const shipments of [
    [left, delivered],
    [delivered, left],
  ])
    expect(findArrival(shipments)).toEqual(day('2026-03-08'));
});

test('the last day counts whole, in the time zone of the shop', () => {
  expect(findReturnDeadline(facts)).toEqual(new Date('2026-04-01T07:00:00Z'));
  expect(findReturnDeadline({ ...facts, arrivedAt: undefined })).toBeUndefined();
});

test.each([
  ['12 to 36 months', '2029-03-02T08:00:00Z'],
  ['30 days', '2026-04-01T07:00:00Z'],
  ['1 year', '2027-03-02T08:00:00Z'],
])('a warranty of %s ends then', (warranty, end) => {
  expect(findReturnDeadline({ ...facts, kind: 'warranty', warranty })).toEqual(new Date(end));
});

test('a warranty of another wording has no end', () => {
  expect(findReturnDeadline({ ...facts, kind: 'warranty', warranty: 'for life' })).toBeNull();
});

test('a core is due by the days of its order', () => {
  expect(findReturnDeadline({ ...facts, kind: 'core' })).toBeUndefined();
  expect(findReturnDeadline({ ...facts, kind: 'core', coreReturnDays: 30 })).toEqual(
    new Date('2026-03-23T07:00:00Z'),
  );
});

test('why a line cannot be returned', () => {
  const deadline = day('2026-04-01');
  const ask = (more: object, now = '2026-03-20') =>
    findReturnProblem({ kind: 'return', deadline, most: 1, ...more }, day(now));
  expect(ask({})).toBeUndefined();
  expect(ask({ deadline: null }, '2099-01-01')).toBeUndefined();
  expect(ask({}, '2026-04-01')).toBe('The return period has ended');
  expect(ask({ kind: 'warranty' }, '2026-04-02')).toBe('The warranty has expired');
  expect(ask({ deadline: undefined })).toBe('It has not been delivered yet');
  expect(ask({ most: 0 })).toBe('Already returned or refunded');
});
