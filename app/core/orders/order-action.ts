import type { CounterMethod } from './counter-sale.ts';
import { computeRest } from './order-balance.ts';
import { openProgress, type Progress, progressLabels } from './order-progress.ts';
import type { OrderStatus } from './order.ts';

/** Actions of staff on one order. Forms name them as their intent. */
export const orderActions = [
  'pack',
  'ship',
  'undo-shipment',
  'correct-tracking',
  'delivered',
  'ready',
  'undo-ready',
  'pick-up',
  'missing',
  'cancel',
  'refund',
  'set-aside',
  'delay',
  'hold',
  'resume',
  'purchase-order',
  'note',
  'release',
  'accept-amount',
  'ask-rest',
  'revoke-links',
] as const;

/** Actions that compute an order's totals anew. Each shows its effect before it is done. */
export const corrections = ['correct-address', 'correct-parts'] as const;

export type Correction = (typeof corrections)[number];

export type OrderAction = (typeof orderActions)[number] | Correction;

export interface ActionFacts {
  status: OrderStatus;
  progress: Progress;
  fulfillment: 'ship' | 'pickup';
  review: Review | null;
  amountReview: AmountReview | null;
  amountCents: number;
  chargedCents: number | null;
  otherCurrency: string | null;
  /** Why staff have put it on hold. Null means that it is not on hold. */
  holdReason: string | null;
  /** Units in the shop that are neither to be shipped nor in stock. */
  setAside: number;
  /** True if the buyer has deleted the account. */
  buyerLeft: boolean;
  /** The amount that the buyer was asked to pay. Null if none is due. */
  due: object | null;
}

/** State of the review of a payment's risk (payment-risk.ts). */
export type Review = 'checking' | 'waiting' | 'released';

/** State of the review of a payment with another amount or currency than the order's. */
export type AmountReview = 'waiting' | 'accepted';

/** Explains why parts must not leave the shop. Returns undefined if they may. */
export function findSendProblem({
  status,
  review,
  amountReview,
  holdReason,
}: Pick<ActionFacts, 'status' | 'review' | 'amountReview' | 'holdReason'>): string | undefined {
  if (status === 'refunded') return 'the money was refunded';
  if (status === 'disputed') return 'the payment is disputed';
  if (status !== 'completed') return 'the order is not paid';
  if (amountReview === 'waiting') return 'another amount was paid';
  if (review === 'waiting') return 'the order waits for review';
  if (holdReason !== null) return `it is on hold (${holdReason})`;
  return review === 'checking' ? 'the payment is being checked' : undefined;
}

/** Explains why an order can't be corrected. Returns undefined if it can. */
export function findCorrectionProblem(facts: ActionFacts): string | undefined {
  const { status, progress, otherCurrency, amountReview, due, buyerLeft } = facts;
  if (status === 'refunded') return 'the money was refunded';
  if (status === 'disputed') return 'the payment is disputed';
  if (status !== 'completed') return 'the order is not paid';
  if (!openProgress.includes(progress) && progress !== 'ready')
    return `it is ${progressLabels[progress].toLowerCase()}`;
  if (buyerLeft) return 'the buyer has deleted the account';
  if (otherCurrency !== null) return `it was paid in ${otherCurrency.toUpperCase()}`;
  if (amountReview === 'waiting' && due === null)
    return 'another amount was paid. Accept it or ask for the rest first';
  return undefined;
}

/** Tells whether an action makes sense for an order. The commands check the units too. */
export function isOffered(action: OrderAction, facts: ActionFacts): boolean {
  const { status, progress, fulfillment, review, amountReview, holdReason, setAside } = facts;
  const isOpen = openProgress.includes(progress) || progress === 'ready';
  const maySend = findSendProblem(facts) === undefined;
  switch (action) {
    case 'pack':
      return isOpen && maySend;
    case 'ship':
      return isOpen && maySend && fulfillment === 'ship';
    case 'ready':
      return progress === 'packed' && maySend && fulfillment === 'pickup';
    case 'undo-ready':
      return progress === 'ready';
    case 'pick-up':
      return isOpen && maySend && fulfillment === 'pickup';
    case 'delivered':
      return progress === 'shipped' && fulfillment === 'ship';
    case 'undo-shipment':
      return progress === 'shipped' || progress === 'partly_shipped' || progress === 'picked_up';
    case 'correct-tracking':
      return progress === 'shipped' || progress === 'partly_shipped';
    case 'missing':
      return isOpen && maySend;
    case 'delay':
      return isOpen && status === 'completed';
    case 'hold':
      return isOpen && status === 'completed' && holdReason === null;
    case 'resume':
      return isOpen && holdReason !== null;
    case 'cancel':
      return isOpen && progress !== 'partly_shipped' && status !== 'disputed';
    case 'refund':
      return status === 'completed';
    case 'set-aside':
      return setAside > 0;
    case 'release':
      return review === 'waiting';
    case 'accept-amount':
      return amountReview === 'waiting' && status === 'completed';
    case 'ask-rest':
      return amountReview === 'waiting' && status === 'completed' && computeRest(facts) > 0;
    case 'correct-address':
      return fulfillment === 'ship' && findCorrectionProblem(facts) === undefined;
    case 'correct-parts':
      return findCorrectionProblem(facts) === undefined;
    case 'purchase-order':
    case 'note':
    case 'revoke-links':
      return true;
  }
}

/**
 * Tells whether the buyer may still cancel the whole order: nothing is packed yet, and the payment provider can give the money
 * back.
 * @param packed Units.
 */
export function canBuyerCancel({
  status,
  progress,
  counterMethod,
  packed,
}: {
  status: OrderStatus;
  progress: Progress | null;
  counterMethod: CounterMethod | null;
  packed: number;
}): boolean {
  return status === 'completed' && progress === 'to_pack' && counterMethod === null && packed === 0;
}
