import { type Kysely, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#domain/money.ts';
import { PAYMENT_PAGE_MINUTES, type PaymentRequest } from '#domain/payment.ts';
import { computePageEnd } from '#domain/quote.ts';
import { destinationColumns, toDays, toDestination } from './order-destination.server.ts';

/** Uses only the order, so that a repeated request is identical, as its idempotency key requires. */
export async function readPaymentRequest(database: Kysely<DB>, orderId: string): Promise<PaymentRequest> {
  const order = await database
    .selectFrom('orders')
    .leftJoin('quotes', (join) =>
      join.onRef('quotes.order_id', '=', 'orders.id').on('page_asked_at', 'is not', null),
    )
    .select([
      'tax',
      'shipping',
      'core',
      'battery_fee',
      'days_min',
      'days_max',
      'email',
      'orders.created_at',
      'expires_at',
      'page_key',
      'page_asked_at',
    ])
    .select(destinationColumns)
    .select((of) =>
      jsonArrayFrom(
        of
          .selectFrom('order_lines')
          .select(['part_name', 'quantity', sql<string>`unit_price::text`.as('unit_price')])
          .whereRef('order_lines.order_id', '=', 'orders.id')
          .orderBy('part_name')
          .orderBy('order_lines.id'),
      ).as('lines'),
    )
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow();
  const askedAt = order.page_asked_at ?? order.created_at;
  return {
    orderId,
    lines: order.lines.map((line) => ({
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
    ...(order.page_key && { key: order.page_key, cancelPath: '/quote' }),
  };
}
