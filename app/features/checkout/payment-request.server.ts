import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#domain/money.ts';
import { PAYMENT_PAGE_MINUTES, type PaymentRequest } from '#domain/payment.ts';
import { computePageEnd } from '#domain/quote.ts';
import { destinationColumns, toDays, toDestination } from './order-destination.server.ts';

/** Uses only the order, so that a repeated request is identical, as its idempotency key requires. */
export async function readPaymentRequest(
  transaction: Transaction<DB>,
  orderId: string,
): Promise<PaymentRequest> {
  const order = await transaction
    .selectFrom('orders')
    .select([
      'tax',
      'shipping',
      'core',
      'battery_fee',
      'days_min',
      'days_max',
      'email',
      'created_at',
      'expires_at',
    ])
    .select(destinationColumns)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const quote = await transaction
    .selectFrom('quotes')
    .select(['page_key', 'page_asked_at'])
    .where('order_id', '=', orderId)
    .where('page_asked_at', 'is not', null)
    .executeTakeFirst();
  const lines = await transaction
    .selectFrom('order_lines')
    .select(['part_name', 'unit_price', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('part_name')
    .orderBy('id')
    .execute();
  const askedAt = quote?.page_asked_at ?? order.created_at;
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
    batteryFeeCents: centsFromDollars(order.battery_fee),
    destination: toDestination(order),
    days: toDays(order),
    email: order.email ?? undefined,
    // A short hold ends before its page, which the shop then closes.
    expiresAt: computePageEnd(askedAt, order.expires_at ?? askedAt, PAYMENT_PAGE_MINUTES),
    ...(quote?.page_key && { key: quote.page_key, cancelPath: '/quote' }),
  };
}
