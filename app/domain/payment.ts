/** What the hosted payment page is made for. All amounts in cents. */
export interface PaymentRequest {
  orderId: string;
  lines: readonly { name: string; unitPriceCents: number; quantity: number }[];
  taxCents: number;
  shippingCents: number;
  /** The buyer's e-mail, when the shop knows it. */
  email: string | undefined;
  /** Until then the page can be paid and the stock is held. */
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

/** How long a payment page can be paid, and its stock is held, in minutes. The least that Stripe allows. */
export const PAYMENT_MINUTES = 30;
