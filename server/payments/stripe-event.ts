import { createHash } from 'node:crypto';
import type { DisputeState } from '#domain/order.ts';
import {
  type Buyer,
  type PageStatus,
  type PaymentEvent,
  type PaymentEventData,
  formatChargeRefundId,
  type ProviderRefund,
  type ShippingAddress,
} from '#domain/payment.ts';

const ORDER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a delivery does not say itself and Stripe is asked for. */
export interface StripeLookups {
  /** A payment's metadata, or undefined when Stripe has no such payment. */
  metadataOf: (paymentId: string) => Promise<unknown>;
  /** All refunds of a payment; none when Stripe has no such payment. */
  refundsOf: (paymentId: string) => Promise<readonly unknown[]>;
}

/** The events that the shop acts on, beside those of checkout sessions (docs/payments.md). */
export const MONEY_BACK_EVENTS = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

const PAYMENT_ID = /^pi_\w+$/;

/**
 * What a signed delivery tells, whatever its shape: what is not understood has no effect here.
 *
 * @throws {PaymentProviderError} when Stripe can't be asked for what is missing.
 */
export async function readStripeEvent(
  payload: unknown,
  rawBody: string,
  lookups: StripeLookups,
): Promise<PaymentEvent> {
  const type = textAt(payload, 'type') ?? 'unknown';
  const object = at(payload, 'data', 'object');
  const data = await happeningOf(type, payload, lookups);
  let orderId = orderIn(at(object, 'metadata'));
  // A dispute, and a refund that was made in the Dashboard, name their payment only.
  if (orderId === null && (data.kind === 'refunds' || data.kind === 'dispute')) {
    const { paymentId } = data;
    if (PAYMENT_ID.test(paymentId)) orderId = orderIn(await lookups.metadataOf(paymentId));
  }
  const id = textAt(payload, 'id') ?? `sha256_${createHash('sha256').update(rawBody).digest('hex')}`;
  return { id, type, orderId, data, payload };
}

/** What a checkout session says when it is asked, also as an event of the shop's own. */
export function readStripeSession(session: unknown): PageStatus {
  const state = pageState(session);
  const data: PaymentEventData =
    state === 'paid' ? paid(session) : { kind: state === 'expired' ? 'expired' : 'other' };
  return {
    state: state === 'paid' && data.kind !== 'paid' ? 'processing' : state,
    event: {
      id: `asked:${textAt(session, 'id') ?? 'unknown'}:${data.kind}`,
      type: `checkout.session.${state === 'paid' ? 'completed' : state}`,
      orderId: orderIn(at(session, 'metadata')),
      data,
      payload: session,
    },
  };
}

function pageState(session: unknown): PageStatus['state'] {
  const status = textAt(session, 'status');
  if (status === 'complete') return textAt(session, 'payment_status') === 'unpaid' ? 'processing' : 'paid';
  return status === 'expired' ? 'expired' : 'open';
}

async function happeningOf(
  type: string,
  payload: unknown,
  { refundsOf }: StripeLookups,
): Promise<PaymentEventData> {
  const object = at(payload, 'data', 'object');
  switch (type) {
    case 'checkout.session.completed': {
      const status = textAt(object, 'payment_status');
      return status === null || status === 'unpaid' ? { kind: 'other' } : paid(object);
    }
    case 'checkout.session.async_payment_succeeded':
      return paid(object);
    case 'checkout.session.async_payment_failed':
      return { kind: 'failed' };
    case 'checkout.session.expired':
      return { kind: 'expired' };
    case 'charge.refunded':
      return refundsOfCharge(object, refundsOf);
    default:
      if (type.startsWith('charge.dispute.')) return dispute(payload);
      return type.startsWith('refund.') || type === 'charge.refund.updated'
        ? refund(object)
        : { kind: 'other' };
  }
}

function paid(session: unknown): PaymentEventData {
  const paymentId = paymentOf(session);
  if (paymentId === null) return { kind: 'other' };
  const amountCents = centsAt(session, 'amount_total');
  const currency = textAt(session, 'currency');
  return { kind: 'paid', paymentId, amountCents, currency, buyer: buyerOf(session) };
}

function refund(object: unknown): PaymentEventData {
  const paymentId = paymentOf(object);
  const told = readStripeRefund(object);
  return paymentId === null || !told ? { kind: 'other' } : { kind: 'refunds', paymentId, refunds: [told] };
}

/** One refund as Stripe writes it; undefined when it is none. */
export function readStripeRefund(object: unknown): ProviderRefund | undefined {
  const id = textAt(object, 'id');
  const status = textAt(object, 'status');
  if (id === null || status === null) return undefined;
  const failure = textAt(object, 'failure_reason');
  return {
    id,
    amountCents: centsAt(object, 'amount'),
    state:
      status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    ...(failure !== null && { failure }),
  };
}

/** A charge tells how much went back in all, but not by which refunds: Stripe is asked for them. */
async function refundsOfCharge(
  charge: unknown,
  refundsOf: StripeLookups['refundsOf'],
): Promise<PaymentEventData> {
  const paymentId = paymentOf(charge);
  const amountCents = centsAt(charge, 'amount_refunded');
  if (paymentId === null || amountCents === null) return { kind: 'other' };
  const found = PAYMENT_ID.test(paymentId) ? await refundsOf(paymentId) : [];
  const refunds = found.map(readStripeRefund).filter((told) => told !== undefined);
  if (refunds.length > 0) return { kind: 'refunds', paymentId, refunds };
  const id = formatChargeRefundId(textAt(charge, 'id') ?? paymentId);
  return { kind: 'refunds', paymentId, refunds: [{ id, amountCents, state: 'done' }] };
}

function dispute(payload: unknown): PaymentEventData {
  const object = at(payload, 'data', 'object');
  const paymentId = paymentOf(object);
  const id = textAt(object, 'id');
  const status = textAt(object, 'status');
  if (paymentId === null || id === null) return { kind: 'other' };
  const answerBy = centsAt(object, 'evidence_details', 'due_by');
  return {
    kind: 'dispute',
    paymentId,
    dispute: {
      id,
      state: disputeStates[status ?? ''] ?? 'open',
      amountCents: centsAt(object, 'amount'),
      answerBy: answerBy === null ? null : dateOf(answerBy),
      reportedAt: dateOf(centsAt(payload, 'created') ?? Date.now() / 1000),
    },
  };
}

/** The states in which Stripe's disputes end; any other is open. */
const disputeStates: Record<string, DisputeState> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

/** In seconds since 1970. A time that no calendar has is now. */
function dateOf(seconds: number): Date {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? new Date() : date;
}

function buyerOf(session: unknown): Buyer {
  const customer = at(session, 'customer_details');
  const shipping = at(session, 'collected_information', 'shipping_details');
  return {
    email: textAt(customer, 'email'),
    // The name for the parcel, when the card has another.
    name: textAt(shipping, 'name') ?? textAt(customer, 'name'),
    phone: textAt(customer, 'phone'),
    address: addressOf(at(shipping, 'address')),
  };
}

function addressOf(address: unknown): ShippingAddress | null {
  const line1 = textAt(address, 'line1');
  if (line1 === null) return null;
  return {
    line1,
    line2: textAt(address, 'line2'),
    city: textAt(address, 'city') ?? '',
    state: textAt(address, 'state') ?? '',
    postalCode: textAt(address, 'postal_code') ?? '',
    country: textAt(address, 'country') ?? '',
  };
}

function paymentOf(object: unknown): string | null {
  return textAt(object, 'payment_intent') ?? textAt(object, 'payment_intent', 'id');
}

/**
 * The order that metadata names. client_reference_id would name it too, but a payment link lets whoever opens it
 * choose that: a dollar paid there must not pay for an order here.
 */
function orderIn(metadata: unknown): string | null {
  const id = textAt(metadata, 'order_id');
  return id !== null && ORDER_ID.test(id) ? id : null;
}

/** A whole number, in the range that amounts have. */
function centsAt(value: unknown, ...path: string[]): number | null {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) && Number(found) >= 0 && Number(found) < 1e12 ? Number(found) : null;
}

function textAt(value: unknown, ...path: string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((found, key) => (isObject(found) ? found[key] : undefined), value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
