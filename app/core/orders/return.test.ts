import { describe, expect, test } from 'vitest';
import {
  describeReason,
  isOpenForBuyer,
  isReturnActionOffered,
  presumeShopFault,
  returnActions,
  type ReturnReason,
  returnReasons,
  type ReturnState,
  returnStates,
} from './return.ts';

test.each<[ReturnState, string[]]>([
  ['asked', ['approve', 'refuse']],
  ['approved', ['refuse', 'receive']],
  ['received', ['inspect']],
  ['inspected', ['refund', 'send-back']],
  ['refused', []],
  ['refunded', []],
  ['sent_back', []],
  ['canceled', []],
])('what staff can do with a return that is %s', (state, offered) => {
  const listOffered = (isBeingRefunded: boolean) =>
    returnActions.filter((action) => isReturnActionOffered(action, { state, isBeingRefunded }));
  expect(listOffered(false)).toEqual(offered);
  expect(listOffered(true)).toEqual(state === 'inspected' ? [] : offered);
});

test('a buyer can change a return until the shop has the parts', () => {
  const open = (Object.keys(returnStates) as ReturnState[]).filter(isOpenForBuyer);
  expect(open).toEqual(['asked', 'approved']);
});

describe('who is at fault at first', () => {
  test('the reason of a return says it', () => {
    const reasons = Object.keys(returnReasons) as ReturnReason[];
    expect(reasons.filter((reason) => presumeShopFault('return', reason))).toEqual([
      'wrong_part',
      'not_as_described',
      'damaged',
      'defective',
    ]);
    expect(presumeShopFault('return', 'constructor')).toBe(false);
    expect(presumeShopFault('return', null)).toBe(false);
  });

  test('the shop with a claim, no one with a core', () => {
    expect(presumeShopFault('warranty', null)).toBe(true);
    expect(presumeShopFault('core', 'damaged')).toBe(false);
  });
});

test('reasons in words', () => {
  expect(describeReason('return', 'does_not_fit')).toBe("It doesn't fit my vehicle");
  expect(describeReason('return', 'constructor')).toBe('Other');
  expect(describeReason('return', null)).toBe('Other');
  expect(describeReason('warranty', 'damaged')).toBe('Warranty claim');
  expect(describeReason('core', null)).toBe('Core');
});
