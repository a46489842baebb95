import { formatDollars } from './money.ts';
import type { DisputeWord, RefundState } from './order.ts';

/** What the hosted payment page is made for. All amounts in cents. */
export interface PaymentRequest {
  orderId: string;
  lines: readonly { name: string; unitPriceCents: number; quantity: number }[];
  taxCents: number;
  shippingCents: number;
  /** The buyer's e-mail, when the shop knows it. */
  email: string | undefined;
  /** The provider closes the page by itself soon after that; the stock may be held for a shorter time. */
  expiresAt: Date;
}

/** A hosted page that was made. */
export interface PaymentPage {
  /** The provider's name for it. */
  sessionId: string;
  url: string;
}

/** Who bought, and where to send it. */
export interface Buyer {
  email: string | null;
  name: string | null;
  phone: string | null;
  address: ShippingAddress | null;
}

export interface ShippingAddress {
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postalCode: string;
  country: string;
}

/** One refund as the provider tells of it. */
export interface RefundTold {
  /** The provider's name for it. */
  id: string;
  /** Null: the whole payment. */
  amountCents: number | null;
  state: Exclude<RefundState, 'requested'>;
  /** Why it failed, in the provider's words. */
  failure?: string | undefined;
}

/** Stands for all refunds of a charge, where the provider tells only how much they come to. */
const CHARGE_REFUNDS = 'charge:';

export function refundOfCharge(chargeId: string): string {
  return `${CHARGE_REFUNDS}${chargeId}`;
}

export function standsForCharge(refundId: string): boolean {
  return refundId.startsWith(CHARGE_REFUNDS);
}

/** One dispute as the provider tells of it. */
export interface DisputeTold extends DisputeWord {
  /** The provider's name for it. */
  id: string;
  amountCents: number | null;
  /** Until when the shop can answer, while it can. */
  answerBy: Date | null;
}

/** What happened to a payment, whatever the provider calls it. */
export type PaymentHappening =
  | {
      kind: 'paid';
      paymentId: string;
      /** What was paid. Null when the provider does not say. */
      amountCents: number | null;
      /** In small letters: 'usd'. */
      currency: string | null;
      buyer: Buyer;
    }
  /** Its time ran out, or the buyer gave it up. */
  | { kind: 'expired' }
  | { kind: 'canceled' }
  | { kind: 'failed' }
  /** Refunds of a payment, in part or in whole: all that the provider knows of. */
  | { kind: 'refunds'; paymentId: string; refunds: readonly RefundTold[] }
  | { kind: 'dispute'; paymentId: string; dispute: DisputeTold }
  /** Known, and of no effect here, such as a payment that is still under way. */
  | { kind: 'other' };

/** One thing that the provider says. It may come again, late, and out of order. */
export interface PaymentEvent {
  /** The provider's id: the same event delivered again carries the same. */
  id: string;
  /** The provider's name of what happened. */
  type: string;
  /** Null when it names no order of ours. */
  orderId: string | null;
  happening: PaymentHappening;
  /** As it was delivered. */
  payload: unknown;
}

/** What the provider says when it is asked about a page. */
export interface PageAnswer {
  /** It can be paid; it is being paid, in a way that takes time; it was paid; or it can't be paid any more. */
  state: 'open' | 'being paid' | 'paid' | 'expired';
  /** The same as an event, to be applied. */
  event: PaymentEvent;
}

/** How long a payment page lasts, in minutes: the least that Stripe allows. Its stock is held no longer than that. */
export const PAYMENT_MINUTES = 30;

/** The least and the most that Stripe charges a card at once, in cents. */
const LEAST_CHARGE_CENTS = 50;
const MOST_CHARGE_CENTS = 99_999_999;

/** Why a total can't be paid, in plain words; undefined when it can. */
export function chargeProblem(totalCents: number): string | undefined {
  if (totalCents < LEAST_CHARGE_CENTS) {
    return `The least that can be paid by card is ${formatDollars(LEAST_CHARGE_CENTS)}. Please add another part.`;
  }
  if (totalCents > MOST_CHARGE_CENTS) {
    return `The most that can be paid by card at once is ${formatDollars(MOST_CHARGE_CENTS)}. Please take fewer.`;
  }
  return undefined;
}
