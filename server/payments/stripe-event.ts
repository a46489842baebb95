import { createHash } from 'node:crypto';
import type { DisputeState } from '#core/orders/order.ts';
import {
  type Buyer,
  type PageStatus,
  type PaymentEvent,
  type PaymentEventData,
  formatChargeRefundId,
  type ProviderRefund,
} from '#core/orders/payment.ts';
import type { ShippingAddress } from '#core/addresses/postal-address.ts';
import type { ProviderRefundCause } from '#core/orders/refund-reason.ts';
import type { CardCheck, PaymentRisk } from '#core/orders/payment-risk.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface StripeLookups {
  /** Returns undefined when Stripe has no such payment. */
  fetchMetadata: (paymentId: string) => Promise<unknown>;
  /** Returns no refunds when Stripe has no such payment. */
  fetchRefunds: (paymentId: string) => Promise<readonly unknown[]>;
}

/** These can happen on a checkout session after its page was created, besides its end without a payment. */
export const PAYMENT_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
];

/** The other handled events, besides checkout.session.expired (docs/payments.md). */
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

/** Unknown events have no effect. @throws {PaymentProviderError} when a lookup fails. */
export async function readStripeEvent(
  payload: unknown,
  rawBody: string,
  lookups: StripeLookups,
): Promise<PaymentEvent> {
  const type = textAt(payload, 'type') ?? 'unknown';
  const object = at(payload, 'data', 'object');
  const data = await readHappening(type, payload, lookups);
  let orderId = readOrderId(at(object, 'metadata'));
  // Disputes, and refunds made in the dashboard, name only their payment.
  if (orderId === null && (data.kind === 'refunds' || data.kind === 'dispute')) {
    const { paymentId } = data;
    if (PAYMENT_ID.test(paymentId)) orderId = readOrderId(await lookups.fetchMetadata(paymentId));
  }
  const id = textAt(payload, 'id') ?? `sha256_${createHash('sha256').update(rawBody).digest('hex')}`;
  return { id, type, orderId, ...readBalanceId(type, object), data, payload };
}

/** Reads the balance's id. Charges have their payment's metadata too, but the payment finds refunds and disputes. */
function readBalanceId(type: string, object: unknown): Pick<PaymentEvent, 'balanceId'> {
  const balanceId = type.startsWith('checkout.session.')
    ? readId(at(object, 'metadata'), 'balance_id')
    : null;
  return balanceId === null ? {} : { balanceId };
}

/** Reads the state of a checkout session, and an event that has the same effect as Stripe's own. */
export function readStripeSession(session: unknown): PageStatus {
  const state = readPageState(session);
  const data: PaymentEventData =
    state === 'paid' ? readPaid(session) : { kind: state === 'expired' ? 'expired' : 'other' };
  const type = `checkout.session.${state === 'paid' ? 'completed' : state}`;
  return {
    state: state === 'paid' && data.kind !== 'paid' ? 'processing' : state,
    event: {
      id: `asked:${textAt(session, 'id') ?? 'unknown'}:${data.kind}`,
      type,
      orderId: readOrderId(at(session, 'metadata')),
      ...readBalanceId(type, session),
      data,
      payload: session,
    },
  };
}

function readPageState(session: unknown): PageStatus['state'] {
  const status = textAt(session, 'status');
  if (status === 'complete') return textAt(session, 'payment_status') === 'unpaid' ? 'processing' : 'paid';
  return status === 'expired' ? 'expired' : 'open';
}

async function readHappening(
  type: string,
  payload: unknown,
  { fetchRefunds }: StripeLookups,
): Promise<PaymentEventData> {
  const object = at(payload, 'data', 'object');
  switch (type) {
    case 'checkout.session.completed': {
      const status = textAt(object, 'payment_status');
      return status === null || status === 'unpaid' ? { kind: 'other' } : readPaid(object);
    }
    case 'checkout.session.async_payment_succeeded':
      return readPaid(object);
    case 'checkout.session.async_payment_failed':
      return { kind: 'failed' };
    case 'checkout.session.expired':
      return { kind: 'expired' };
    case 'charge.refunded':
      return readChargeRefunds(object, fetchRefunds);
    default:
      if (type.startsWith('charge.dispute.')) return readDispute(payload);
      return type.startsWith('refund.') || type === 'charge.refund.updated'
        ? readRefund(object)
        : { kind: 'other' };
  }
}

function readPaid(session: unknown): PaymentEventData {
  const paymentId = readPaymentId(session);
  if (paymentId === null) return { kind: 'other' };
  const amountCents = centsAt(session, 'amount_total');
  const currency = textAt(session, 'currency');
  return { kind: 'paid', paymentId, amountCents, currency, buyer: readBuyer(session) };
}

function readRefund(object: unknown): PaymentEventData {
  const paymentId = readPaymentId(object);
  const parsed = readStripeRefund(object);
  return paymentId === null || !parsed
    ? { kind: 'other' }
    : { kind: 'refunds', paymentId, refunds: [parsed] };
}

export function readStripeRefund(object: unknown): ProviderRefund | undefined {
  const id = textAt(object, 'id');
  const status = textAt(object, 'status');
  if (id === null || status === null) return undefined;
  const failure = textAt(object, 'failure_reason');
  const requestId = textAt(object, 'metadata', 'refund_id') ?? undefined;
  const cause = refundCauses[textAt(object, 'reason') ?? ''];
  return {
    id,
    requestId,
    amountCents: centsAt(object, 'amount'),
    state:
      status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    ...(failure !== null && { failure }),
    ...(cause && { cause }),
  };
}

const refundCauses: Record<string, ProviderRefundCause> = {
  requested_by_customer: 'asked',
  duplicate: 'duplicate',
  fraudulent: 'fraudulent',
};

/** Reads the rating of a payment with its latest charge. Stripe rates no payments of an account without Radar. */
export function readStripeRisk(payment: unknown): PaymentRisk {
  const level = textAt(payment, 'latest_charge', 'outcome', 'risk_level');
  const score = at(payment, 'latest_charge', 'outcome', 'risk_score');
  const check = (name: string): CardCheck => {
    const result = textAt(payment, 'latest_charge', 'payment_method_details', 'card', 'checks', name);
    return result === 'pass' || result === 'fail' || result === 'unavailable' ? result : 'unchecked';
  };
  return {
    level: level === 'normal' || level === 'elevated' || level === 'highest' ? level : 'unknown',
    score: typeof score === 'number' && score >= 0 && score <= 100 ? score : null,
    street: check('address_line1_check'),
    zip: check('address_postal_code_check'),
    securityCode: check('cvc_check'),
  };
}

/** A charge has the refunded total. Its event also has its refunds, up to ten, in API versions before 2022-11-15. */
async function readChargeRefunds(
  charge: unknown,
  fetchRefunds: StripeLookups['fetchRefunds'],
): Promise<PaymentEventData> {
  const paymentId = readPaymentId(charge);
  const amountCents = centsAt(charge, 'amount_refunded');
  if (paymentId === null || amountCents === null) return { kind: 'other' };
  const fetched = PAYMENT_ID.test(paymentId) ? await fetchRefunds(paymentId) : [];
  const refunds = (fetched.length > 0 ? fetched : readListedRefunds(charge))
    .map(readStripeRefund)
    .filter((refund) => refund !== undefined);
  if (refunds.length > 0) return { kind: 'refunds', paymentId, refunds };
  const id = formatChargeRefundId(textAt(charge, 'id') ?? paymentId);
  return { kind: 'refunds', paymentId, refunds: [{ id, amountCents, state: 'done' }] };
}

function readListedRefunds(charge: unknown): readonly unknown[] {
  const listed = at(charge, 'refunds', 'data');
  return Array.isArray(listed) && at(charge, 'refunds', 'has_more') !== true ? listed : [];
}

function readDispute(payload: unknown): PaymentEventData {
  const object = at(payload, 'data', 'object');
  const paymentId = readPaymentId(object);
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
      answerBy: answerBy === null ? null : toDate(answerBy),
      reportedAt: toDate(centsAt(payload, 'created') ?? Date.now() / 1000),
    },
  };
}

const disputeStates: Record<string, DisputeState> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  // API versions before 2014-11-20 say so when the charge of a dispute that was won is refunded.
  charge_refunded: 'won',
  lost: 'lost',
};

/** Converts a Unix time in seconds. An invalid time becomes the current time. */
function toDate(seconds: number): Date {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? new Date() : date;
}

function readBuyer(session: unknown): Buyer {
  const customer = at(session, 'customer_details');
  // The names belong to API versions from 2025-03-31, from 2022-08-01, and before. An event keeps its version.
  const shipping =
    at(session, 'collected_information', 'shipping_details') ??
    at(session, 'shipping_details') ??
    at(session, 'shipping');
  return {
    email: textAt(customer, 'email'),
    // The recipient's name may differ from the name on the card.
    name: textAt(shipping, 'name') ?? textAt(customer, 'name'),
    phone: textAt(customer, 'phone'),
    address: readAddress(at(shipping, 'address')),
  };
}

function readAddress(address: unknown): ShippingAddress | null {
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

function readPaymentId(object: unknown): string | null {
  return textAt(object, 'payment_intent') ?? textAt(object, 'payment_intent', 'id');
}

/** Does not read client_reference_id, which anyone who opens a payment link can set. */
function readOrderId(metadata: unknown): string | null {
  return readId(metadata, 'order_id');
}

function readId(metadata: unknown, name: string): string | null {
  const id = textAt(metadata, name);
  return id !== null && UUID.test(id) ? id : null;
}

function centsAt(value: unknown, ...path: string[]): number | null {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) && Number(found) >= 0 && Number(found) < 1e12 ? Number(found) : null;
}

export function textAt(value: unknown, ...path: string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
}

export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((found, key) => (isObject(found) ? found[key] : undefined), value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
