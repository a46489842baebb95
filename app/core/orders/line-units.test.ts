import { expect, test } from 'vitest';
import {
  countRefundable,
  countSetAside,
  countToSettle,
  countToShip,
  listUnitStates,
  planRefund,
  type SettledUnits,
} from './line-units.ts';

const line = (changes: Partial<SettledUnits> = {}): SettledUnits => ({
  quantity: 3,
  packed: 0,
  canceled: 0,
  shipped: 0,
  returned: 0,
  restocked: 0,
  lost: 0,
  refunded: 0,
  inReturns: 0,
  ...changes,
});
const chosen = { unshipped: 0, restocks: false, shipped: 0, isBack: false };

test('units are left to ship, or set aside', () => {
  expect(countToShip(line({ canceled: 1, shipped: 1 }))).toBe(1);
  expect(countSetAside(line({ canceled: 1, shipped: 2, returned: 2, restocked: 1, lost: 1 }))).toBe(1);
  expect(countToSettle(line({ shipped: 2, returned: 2, inReturns: 1 }))).toBe(1);
});

test('what was canceled or shipped can be refunded once', () => {
  expect(countRefundable(line())).toEqual({ unshipped: 3, shipped: 0, all: 3 });
  expect(countRefundable(line({ shipped: 2 }))).toEqual({ unshipped: 1, shipped: 2, all: 3 });
  expect(countRefundable(line({ shipped: 2, canceled: 1, refunded: 1 }))).toEqual({
    unshipped: 0,
    shipped: 2,
    all: 2,
  });
  expect(countRefundable(line({ shipped: 2, canceled: 1, refunded: 2 }))).toEqual({
    unshipped: 0,
    shipped: 1,
    all: 1,
  });
  // The refund of the unit failed.
  expect(countRefundable(line({ canceled: 1 }))).toEqual({ unshipped: 3, shipped: 0, all: 3 });
});

test('a refund cancels units that were not shipped, those first whose refund failed', () => {
  expect(planRefund(line(), { ...chosen, unshipped: 2, restocks: true })).toEqual({
    refunded: 2,
    canceled: 2,
    returned: 0,
    restocked: 2,
  });
  const failed = line({ canceled: 1, restocked: 1 });
  expect(planRefund(failed, { ...chosen, unshipped: 1, restocks: true })).toMatchObject({
    canceled: 0,
    restocked: 0,
  });
  expect(planRefund(failed, { ...chosen, unshipped: 2, restocks: true })).toMatchObject({
    canceled: 1,
    restocked: 1,
  });
});

test('a shipped unit stays with the buyer, or came back and goes into stock', () => {
  const shipped = line({ shipped: 2, packed: 2 });
  expect(planRefund(shipped, { ...chosen, shipped: 1 })).toMatchObject({
    canceled: 0,
    returned: 0,
    restocked: 0,
  });
  expect(planRefund(shipped, { ...chosen, shipped: 1, isBack: true })).toMatchObject({
    returned: 1,
    restocked: 1,
  });
  // A unit that waits for its return is not one of them.
  const waiting = line({ shipped: 2, packed: 2, returned: 1, inReturns: 1 });
  expect(planRefund(waiting, { ...chosen, shipped: 2, isBack: true })).toMatchObject({
    returned: 1,
    restocked: 1,
  });
});

test.each<[string, Partial<SettledUnits>, string[]]>([
  ['are to be packed', {}, []],
  ['are packed', { packed: 3 }, ['3 packed']],
  ['were packed and shipped', { packed: 3, shipped: 3 }, ['3 shipped']],
  ['were partly shipped', { packed: 3, shipped: 2 }, ['1 packed', '2 shipped']],
  ['were canceled, and the refund failed', { canceled: 3 }, ['3 canceled', '3 setAside']],
  ['were canceled and refunded', { canceled: 3, refunded: 3, restocked: 3 }, ['3 refunded', '3 restocked']],
  ['were not found', { canceled: 3, refunded: 3, lost: 3 }, ['3 refunded', '3 lost']],
  ['came back', { packed: 3, shipped: 3, returned: 2 }, ['1 shipped', '2 returned', '2 setAside']],
  [
    'came back and were refunded',
    { packed: 3, shipped: 3, returned: 3, refunded: 3, restocked: 2 },
    ['3 refunded', '2 restocked', '1 setAside'],
  ],
  ['stay with the buyer', { packed: 3, shipped: 3, refunded: 1 }, ['3 shipped', '1 refunded']],
])('units that %s are described without repetition', (_, changes, expected) => {
  expect(listUnitStates(line(changes)).map(({ state, count }) => `${count} ${state}`)).toEqual(expected);
});
