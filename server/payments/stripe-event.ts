import { createHash } from 'node:crypto';
import type { Buyer, PaymentEvent, PaymentHappening, ShippingAddress } from '#domain/payment.ts';

const ORDER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What a signed delivery tells, whatever its shape: what is not understood has no effect here.
 *
 * @param metadataOf looks up a payment's metadata at Stripe.
 */
export async function readStripeEvent(
  payload: unknown,
  rawBody: string,
  metadataOf: (paymentId: string) => Promise<unknown>,
): Promise<PaymentEvent> {
  const type = textAt(payload, 'type') ?? 'unknown';
  const object = at(payload, 'data', 'object');
  const paymentId = paymentOf(object);
  // A dispute names its payment only.
  const isLookedUp = type === 'charge.dispute.created' && paymentId !== null && /^pi_\w+$/.test(paymentId);
  return {
    id: textAt(payload, 'id') ?? `sha256_${createHash('sha256').update(rawBody).digest('hex')}`,
    type,
    orderId: orderIn(isLookedUp ? await metadataOf(paymentId) : at(object, 'metadata')),
    happening: happeningOf(type, object),
    payload,
  };
}

function happeningOf(type: string, object: unknown): PaymentHappening {
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
      return { kind: at(object, 'refunded') === true ? 'refunded' : 'other' };
    case 'charge.dispute.created':
      return { kind: 'disputed' };
    default:
      return { kind: 'other' };
  }
}

function paid(session: unknown): PaymentHappening {
  const paymentId = paymentOf(session);
  return paymentId === null ? { kind: 'other' } : { kind: 'paid', paymentId, buyer: buyerOf(session) };
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
