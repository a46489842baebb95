import type { Transaction } from 'kysely';
import { raiseAlert } from '#core/alerts/alerts.server.ts';
import type { DB } from '#db/types.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { isInPlace } from '#core/addresses/is-destination.ts';
import { dollarsFromCents, formatDollars } from '#core/values/money.ts';
import type { OrderFacts } from '#core/orders/order.ts';
import type { PaymentEvent, PaymentEventData } from '#core/orders/payment.ts';

interface PaidOrder {
  id: string;
  destination: Destination | null;
  facts: OrderFacts;
}

type PaidData = Extract<PaymentEventData, { kind: 'paid' }>;

/** Raises an alert: the order waits until a person has decided. */
export async function alertOtherAmount(
  transaction: Transaction<DB>,
  { id, facts }: PaidOrder,
  { paymentId, amountCents, currency }: PaidData,
): Promise<void> {
  await raiseAlert(transaction, {
    kind: 'payment-amount-differs',
    subject: id,
    orderId: id,
    details: {
      'Amount of the order': formatDollars(facts.amountCents),
      'Amount paid': `${dollarsFromCents(amountCents ?? 0)} ${(currency ?? '').toUpperCase()}`.trim(),
      Payment: paymentId,
    },
  });
}

/** Tax and shipping follow from the place, so the owner decides before the parts are packed. */
export async function compareAddress(
  transaction: Transaction<DB>,
  { id, destination }: PaidOrder,
  { buyer: { address } }: PaidData,
): Promise<void> {
  if (destination?.kind !== 'ship' || !address || isInPlace(address, destination)) return;
  const { state, zip, country } = destination;
  await raiseAlert(transaction, {
    kind: 'ship-to-differs',
    subject: id,
    orderId: id,
    details: {
      'Priced for': formatPlace(state, zip, country),
      'Ship to': formatPlace(address.state, address.postalCode, address.country),
    },
  });
}

function formatPlace(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Raises an alert: the database lost rows, or the key belongs to another shop. */
export async function reportUnknownOrder(
  transaction: Transaction<DB>,
  { id, type, orderId, data }: PaymentEvent,
): Promise<void> {
  if (orderId === null || !('paymentId' in data)) return;
  await raiseAlert(transaction, {
    kind: 'payment-for-unknown-order',
    subject: orderId,
    details: { Order: orderId, Payment: data.paymentId, Event: `${type} ${id}` },
  });
}
