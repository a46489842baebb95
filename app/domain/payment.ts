import { formatDollars } from './money.ts';

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

/** What happened to a payment, whatever the provider calls it. */
export type PaymentHappening =
  | { kind: 'paid'; paymentId: string; buyer: Buyer }
  /** Its time ran out, or the buyer gave it up. */
  | { kind: 'expired' }
  | { kind: 'canceled' }
  | { kind: 'failed' }
  /** The whole amount went back. */
  | { kind: 'refunded' }
  | { kind: 'disputed' }
  /** Known, and of no effect here: part of a refund, a payment that is still under way. */
  | { kind: 'other' };

/** One delivery of the provider. It may come again, late, and out of order. */
export interface PaymentEvent {
  /** The provider's id: the same event delivered again carries the same. */
  id: string;
  /** The provider's name of what happened. */
  type: string;
  /** Null when it tells of no order of ours. */
  orderId: string | null;
  happening: PaymentHappening;
  /** As it was delivered. */
  payload: unknown;
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
