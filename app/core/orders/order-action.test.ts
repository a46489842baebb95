import { expect, test } from 'vitest';
import {
  type ActionFacts,
  canBuyerCancel,
  findSendProblem,
  isOffered,
  orderActions,
} from './order-action.ts';

/** Leaves out revoking links, which is always offered. */
const offered = (
  facts: Pick<ActionFacts, 'progress' | 'fulfillment' | 'status' | 'review'> & Partial<ActionFacts>,
) =>
  orderActions
    .filter(
      (action) =>
        action !== 'revoke-links' &&
        isOffered(action, {
          setAside: 0,
          buyerLeft: false,
          due: null,
          amountReview: null,
          holdReason: null,
          amountCents: 58_20,
          chargedCents: null,
          otherCurrency: null,
          ...facts,
        }),
    )
    .join(' ');

test('a buyer can cancel a paid order until something is packed', () => {
  const facts = { status: 'completed', progress: 'to_pack', counterMethod: null, packed: 0 } as const;
  expect(canBuyerCancel(facts)).toBe(true);
  expect(canBuyerCancel({ ...facts, packed: 1 })).toBe(false);
  expect(canBuyerCancel({ ...facts, counterMethod: 'cash' })).toBe(false);
  expect(canBuyerCancel({ ...facts, progress: 'packed' })).toBe(false);
  expect(canBuyerCancel({ ...facts, progress: null })).toBe(false);
  expect(canBuyerCancel({ ...facts, status: 'disputed' })).toBe(false);
  expect(canBuyerCancel({ ...facts, status: 'refunded' })).toBe(false);
});

test.each([
  ['to_pack', 'ship', 'completed', 'pack ship missing cancel refund delay hold purchase-order note'],
  ['packed', 'ship', 'completed', 'pack ship missing cancel refund delay hold purchase-order note'],
  [
    'partly_shipped',
    'ship',
    'completed',
    'pack ship undo-shipment correct-tracking missing refund delay hold purchase-order note',
  ],
  ['shipped', 'ship', 'completed', 'undo-shipment correct-tracking delivered refund purchase-order note'],
  ['delivered', 'ship', 'completed', 'refund purchase-order note'],
  ['canceled', 'ship', 'refunded', 'purchase-order note'],
  ['to_pack', 'pickup', 'completed', 'pack pick-up missing cancel refund delay hold purchase-order note'],
  [
    'packed',
    'pickup',
    'completed',
    'pack ready pick-up missing cancel refund delay hold purchase-order note',
  ],
  [
    'ready',
    'pickup',
    'completed',
    'pack undo-ready pick-up missing cancel refund delay hold purchase-order note',
  ],
  ['picked_up', 'pickup', 'completed', 'undo-shipment refund purchase-order note'],
  ['to_pack', 'ship', 'disputed', 'purchase-order note'],
  ['to_pack', 'ship', 'refunded', 'cancel purchase-order note'],
  ['ready', 'pickup', 'disputed', 'undo-ready purchase-order note'],
] as const)('%s (%s, %s) offers %s', (progress, fulfillment, status, actions) => {
  expect(offered({ progress, fulfillment, status, review: null, amountReview: null, holdReason: null })).toBe(
    actions,
  );
});

test('parts leave only for money that stays', () => {
  expect(
    findSendProblem({ status: 'completed', review: null, amountReview: null, holdReason: null }),
  ).toBeUndefined();
  expect(findSendProblem({ status: 'refunded', review: null, amountReview: null, holdReason: null })).toBe(
    'the money was refunded',
  );
  expect(findSendProblem({ status: 'disputed', review: null, amountReview: null, holdReason: null })).toBe(
    'the payment is disputed',
  );
  expect(findSendProblem({ status: 'canceled', review: null, amountReview: null, holdReason: null })).toBe(
    'the order is not paid',
  );
});

test('a doubtful order waits until a person decides', () => {
  const facts = {
    status: 'completed',
    progress: 'to_pack',
    fulfillment: 'ship',
    amountReview: null,
    holdReason: null,
  } as const;
  expect(findSendProblem({ ...facts, review: 'waiting' })).toBe('the order waits for review');
  expect(findSendProblem({ ...facts, review: 'checking' })).toBe('the payment is being checked');
  expect(findSendProblem({ ...facts, review: 'released' })).toBeUndefined();
  expect(offered({ ...facts, review: 'waiting' })).toBe(
    'cancel refund delay hold purchase-order note release',
  );
  expect(offered({ ...facts, review: 'checking' })).toBe('cancel refund delay hold purchase-order note');
});

test('an order with another amount waits until a person decides', () => {
  const facts = {
    status: 'completed',
    progress: 'to_pack',
    fulfillment: 'ship',
    review: null,
    holdReason: null,
  } as const;
  expect(findSendProblem({ ...facts, amountReview: 'waiting' })).toBe('another amount was paid');
  expect(findSendProblem({ ...facts, amountReview: 'accepted' })).toBeUndefined();
  expect(offered({ ...facts, amountReview: 'waiting' })).toBe(
    'cancel refund delay hold purchase-order note accept-amount',
  );
  // The rest is asked for once at most.
  expect(offered({ ...facts, amountReview: 'waiting', chargedCents: 50_00 })).toContain('ask-rest');
  expect(offered({ ...facts, amountReview: 'accepted', chargedCents: 50_00 })).not.toContain('ask-rest');
});

test('an order on hold waits until it is taken off hold', () => {
  const facts = {
    status: 'completed',
    progress: 'packed',
    fulfillment: 'ship',
    review: null,
    amountReview: null,
    holdReason: 'Wrong part?',
  } as const;
  expect(findSendProblem(facts)).toBe('it is on hold (Wrong part?)');
  expect(offered(facts)).toBe('cancel refund delay resume purchase-order note');
  expect(offered({ ...facts, progress: 'shipped' })).toBe(
    'undo-shipment correct-tracking delivered refund purchase-order note',
  );
});
