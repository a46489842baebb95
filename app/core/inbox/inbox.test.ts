import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDueTime, formatAnswerClock } from './answer-time.ts';
import { formatReference, parseReference } from './inbox.ts';
import { defaultShop } from '#core/settings/shop.ts';

test.each([
  ['REQ-1042', { kind: 'request', number: 1042 }],
  ['msg 1377', { kind: 'message', number: 1377 }],
  [' req1042 ', { kind: 'request', number: 1042 }],
  ['1042', undefined],
  ['REQ-', undefined],
  ['REQ-12', undefined],
  ['REQ-1042x', undefined],
  ['PY-10423', undefined],
])('the reference %j', (text, reference) => {
  expect(parseReference(text)).toEqual(reference);
});

test('a reference is read as it was written', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('request', 'message'),
      fc.integer({ min: 1001, max: 10 ** 11 }),
      (kind, number) => {
        expect(parseReference(formatReference({ kind, number }))).toEqual({ kind, number });
      },
    ),
  );
});

// It is a Friday, at noon in San Diego.
const friday = new Date('2026-11-20T20:00:00Z');

test.each([
  ['24 hours', '2026-11-21T20:00:00.000Z'],
  ['1 hour', '2026-11-20T21:00:00.000Z'],
  ['2 days', '2026-11-22T20:00:00.000Z'],
  // Saturday is a business day until 4 PM.
  ['1 business day', '2026-11-22T00:00:00.000Z'],
  ['one day', undefined],
  ['8 business hours', undefined],
])('an answer that was promised within %s', (responseTime, due) => {
  expect(findDueTime({ ...defaultShop, responseTime }, friday)?.toISOString()).toBe(due);
});

test.each([
  ['2026-11-20T20:00:00Z', '0 min left', false, true],
  ['2026-11-20T20:59:59Z', '59 min left', false, true],
  ['2026-11-21T01:59:59Z', '5 h left', false, true],
  ['2026-11-21T02:00:00Z', '6 h left', false, false],
  ['2026-11-22T19:59:59Z', '47 h left', false, false],
  ['2026-11-22T20:00:00Z', '2 d left', false, false],
  ['2026-11-20T19:59:59Z', 'due 0 min ago', true, false],
  ['2026-11-20T18:00:00Z', 'due 2 h ago', true, false],
  ['2026-11-01T20:00:00Z', 'due 19 d ago', true, false],
])('an answer that is due at %s: %s', (dueAt, text, isOverdue, isUrgent) => {
  expect(formatAnswerClock(dueAt, friday.toISOString())).toEqual({ text, isOverdue, isUrgent });
});
