import type { ProviderRefundCause } from './refund-reason.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { formatDollars } from '#core/values/money.ts';
import type { ShippingAddress } from '#core/addresses/postal-address.ts';
import type { DisputeReport, RefundState } from './order.ts';
import type { DayRange } from '#core/pricing/pricing-terms.ts';

/** An order to pay. All amounts are in cents. */
export interface PaymentRequest {
  orderId: string;
  lines: readonly { name: string; unitPriceCents: number; quantity: number }[];
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  batteryFeeCents: number;
  /** Null means any address in the United States. */
  destination: Destination | null;
  /** Days until it arrives. */
  days: DayRange | null;
  email: string | undefined;
  /** The provider closes the page soon after this time. The hold can be shorter. */
  expiresAt: Date;
  /** Requests with the same key get the same page. The default is the order's id. */
  key?: string | undefined;
  /** Path for a buyer who leaves the page. The default is the page of canceled payments. */
  cancelPath?: string | undefined;
}

/** The rest that a buyer has to pay for an order that was paid before. The amount is in cents. */
export interface BalanceRequest {
  orderId: string;
  balanceId: string;
  /** Example: 'Rest of order PY-10423'. */
  name: string;
  amountCents: number;
  email: string | undefined;
  expiresAt: Date;
  /** Requests with the same key get the same page. */
  key: string;
  /** Paths after the payment, and after leaving without it. */
  paidPath: string;
  leftPath: string;
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

const MAX_EMAIL = 320;
const MAX_TEXT = 500;
const MAX_PHONE = 100;

/**
 * Shortens a buyer's texts from the provider: a payment must not fail because of them. Drops a long email, because cutting
 * makes another one.
 */
export function boundBuyer({ email, name, phone, address }: Buyer): Buyer {
  const cut = (text: string | null, length = MAX_TEXT) => text?.slice(0, length).toWellFormed() ?? null;
  return {
    email: email !== null && email.length <= MAX_EMAIL ? email : null,
    name: cut(name),
    phone: cut(phone, MAX_PHONE),
    address: address && {
      line1: cut(address.line1) ?? '',
      line2: cut(address.line2),
      city: cut(address.city) ?? '',
      state: cut(address.state) ?? '',
      postalCode: cut(address.postalCode) ?? '',
      country: cut(address.country) ?? '',
    },
  };
}

export interface ProviderRefund {
  id: string;
  /** The shop's own id of the refund, if the shop asked for it with one. */
  requestId?: string | undefined;
  /** Null means the whole payment. */
  amountCents: number | null;
  state: Exclude<RefundState, 'requested'>;
  /** The provider's reason. */
  failure?: string | undefined;
  /** Why someone has made it at the provider. */
  cause?: ProviderRefundCause | undefined;
}

/** Marks the sum of a charge's refunds, for events without the single refunds. */
const CHARGE_REFUND_PREFIX = 'charge:';

/** Formats the id of the sum of a charge's refunds. */
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

export type PaymentEventData =
  | {
      kind: 'paid';
      paymentId: string;
      amountCents: number | null;
      /** Small letters: 'usd'. */
      currency: string | null;
      buyer: Buyer;
    }
  | { kind: 'expired' }
  | { kind: 'canceled' }
  | { kind: 'failed' }
  | { kind: 'refunds'; paymentId: string; refunds: readonly ProviderRefund[] }
  | { kind: 'dispute'; paymentId: string; dispute: ProviderDispute }
  /** The page is in another state. Example: a payment that is still processing. */
  | { kind: 'other' };

/** A payment event. It can arrive repeatedly, late, and out of order. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** Null if the event names no order of this shop. */
  orderId: string | null;
  /** Set for an event on the payment page of a balance. */
  balanceId?: string | undefined;
  data: PaymentEventData;
  payload: unknown;
}

export interface PageStatus {
  /** 'processing' means that the buyer paid by a method that takes time to confirm. */
  state: 'open' | 'processing' | 'paid' | 'expired';
  event: PaymentEvent;
}

/** Larger amounts are stored as this one: an absurd amount must not keep the payment from being stored. */
const MAX_OTHER_CENTS = 99_999_999_999;

/**
 * Returns the paid amount, if it is not the order's amount in dollars. `amountCents` is null if only the currency is another
 * one, or the provider has named no amount. `currency` is null for dollars.
 */
export function findOtherAmount(
  order: { amountCents: number },
  paid: { amountCents: number | null; currency: string | null },
): { amountCents: number | null; currency: string | null } | undefined {
  const amountCents =
    paid.amountCents === null || paid.amountCents === order.amountCents
      ? null
      : Math.min(paid.amountCents, MAX_OTHER_CENTS);
  const currency = paid.currency === 'usd' || !/^[a-z]{3}$/.test(paid.currency ?? '') ? null : paid.currency;
  return amountCents === null && currency === null ? undefined : { amountCents, currency };
}

/** Stripe's limits for one card payment. */
const MIN_CHARGE_CENTS = 50;
export const MAX_CHARGE_CENTS = 99_999_999;

/** Explains why a total in cents can't be paid. Returns undefined if it can. */
export function findChargeProblem(totalCents: number): string | undefined {
  if (totalCents < MIN_CHARGE_CENTS) {
    return `The minimum for card payments is ${formatDollars(MIN_CHARGE_CENTS)}. Please add another part.`;
  }
  if (totalCents > MAX_CHARGE_CENTS) {
    return `The maximum for one card payment is ${formatDollars(MAX_CHARGE_CENTS)}. Please remove some parts.`;
  }
  return undefined;
}
