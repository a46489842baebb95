import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#domain/money.ts';
import { PAYMENT_PAGE_MINUTES, type PaymentRequest } from '#domain/payment.ts';
import { destinationColumns, toDays, toDestination } from './order-destination.server.ts';

/** Uses only the order, so that a repeated request is identical, as its idempotency key requires. */
export async function readPaymentRequest(
  transaction: Transaction<DB>,
  orderId: string,
): Promise<PaymentRequest> {
  const order = await transaction
    .selectFrom('orders')
    .select(['tax', 'shipping', 'core', 'days_min', 'days_max', 'email', 'created_at', 'expires_at'])
    .select(destinationColumns)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const lines = await transaction
    .selectFrom('order_lines')
    .select(['part_name', 'unit_price', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('part_name')
    .orderBy('id')
    .execute();
  // A short hold ends before its page, which the shop then closes.
  const shortest = order.created_at.getTime() + PAYMENT_PAGE_MINUTES * 60_000;
  return {
    orderId,
    lines: lines.map((line) => ({
      name: line.part_name,
      unitPriceCents: centsFromDollars(line.unit_price),
      quantity: line.quantity,
    })),
    taxCents: centsFromDollars(order.tax),
    shippingCents: centsFromDollars(order.shipping),
    coreCents: centsFromDollars(order.core),
    destination: toDestination(order),
    days: toDays(order),
    email: order.email ?? undefined,
    expiresAt: new Date(Math.max(shortest, order.expires_at?.getTime() ?? 0)),
  };
}
