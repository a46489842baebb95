import { formatDollars } from './money.ts';
import type { DisputeReport, RefundState } from './order.ts';

/** The order that a hosted payment page is for. All amounts in cents. */
export interface PaymentRequest {
  orderId: string;
  lines: readonly { name: string; unitPriceCents: number; quantity: number }[];
  taxCents: number;
  shippingCents: number;
  email: string | undefined;
  /** The provider closes the page soon after this time; the stock may be held for a shorter time. */
  expiresAt: Date;
}

export interface PaymentPage {
  /** The provider's id. */
  sessionId: string;
  url: string;
}

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

export interface ProviderRefund {
  id: string;
  /** Null: the whole payment. */
  amountCents: number | null;
  state: Exclude<RefundState, 'requested'>;
  /** Why it failed, in the provider's words. */
  failure?: string | undefined;
}

/** Marks the sum of all refunds of a charge, for events without the single refunds. */
const CHARGE_REFUND_PREFIX = 'charge:';

/** Formats the id under which the sum of a charge's refunds is stored. */
export function formatChargeRefundId(chargeId: string): string {
  return `${CHARGE_REFUND_PREFIX}${chargeId}`;
}

/** Checks whether the id stands for all refunds of a charge. */
export function isChargeRefund(refundId: string): boolean {
  return refundId.startsWith(CHARGE_REFUND_PREFIX);
}

export interface ProviderDispute extends DisputeReport {
  id: string;
  amountCents: number | null;
  answerBy: Date | null;
}

/** The content of a payment event, independent of the provider. */
export type PaymentEventData =
  | {
      kind: 'paid';
      paymentId: string;
      amountCents: number | null;
      /** In lower case: 'usd'. */
      currency: string | null;
      buyer: Buyer;
    }
  | { kind: 'expired' }
  | { kind: 'canceled' }
  | { kind: 'failed' }
  | { kind: 'refunds'; paymentId: string; refunds: readonly ProviderRefund[] }
  | { kind: 'dispute'; paymentId: string; dispute: ProviderDispute }
  /** Without effect, such as a payment that is still processing. */
  | { kind: 'other' };

/** An event of the payment provider. It may arrive repeatedly, late, and out of order. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** Null when the event names no order of this shop. */
  orderId: string | null;
  data: PaymentEventData;
  payload: unknown;
}

/** The provider's answer about a payment page. */
export interface PageStatus {
  /** 'processing': the buyer paid by a method that takes time to confirm. */
  state: 'open' | 'processing' | 'paid' | 'expired';
  /** The same state as an event for applyPaymentEvent. */
  event: PaymentEvent;
}

/** The shortest lifetime of a page that Stripe allows. Stock is held no longer. */
export const PAYMENT_PAGE_MINUTES = 30;

/** Stripe's limits for one card payment. */
const MIN_CHARGE_CENTS = 50;
const MAX_CHARGE_CENTS = 99_999_999;

/** Explains to the shopper why a total in cents can't be paid; undefined when it can. */
export function findChargeProblem(totalCents: number): string | undefined {
  if (totalCents < MIN_CHARGE_CENTS) {
    return `The minimum for card payments is ${formatDollars(MIN_CHARGE_CENTS)}. Please add another part.`;
  }
  if (totalCents > MAX_CHARGE_CENTS) {
    return `The maximum for one card payment is ${formatDollars(MAX_CHARGE_CENTS)}. Please remove some parts.`;
  }
  return undefined;
}
