import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { PaymentRequest } from '#core/orders/payment.ts';
import { PAYMENT_PAGE_MINUTES } from '#core/settings/order-settings.ts';
import { computePageEnd } from '#core/orders/quotes/quote.ts';
import { type DestinationColumns, toDays, toDestination } from '#core/orders/order-destination.server.ts';

/** The answer of the function payment_request. Amounts are dollars, times are ISO 8601. */
export interface PaymentRequestRow extends DestinationColumns {
  tax: string;
  shipping: string;
  core: string;
  battery_fee: string;
  days_min: number | null;
  days_max: number | null;
  email: string | null;
  created_at: string;
  expires_at: string | null;
  page_key: string | null;
  page_asked_at: string | null;
  lines: { part_name: string; quantity: number; unit_price: string }[];
}

export async function readPaymentRequest(database: Kysely<DB>, orderId: string): Promise<PaymentRequest> {
  const { rows } = await sql<{
    row: PaymentRequestRow;
  }>`select payment_request(${orderId}::uuid) as row`.execute(database);
  return toPaymentRequest(orderId, (rows[0] as (typeof rows)[number]).row);
}

/** Uses only the order, so that a repeated request is identical, as its idempotency key requires. */
export function toPaymentRequest(orderId: string, order: PaymentRequestRow): PaymentRequest {
  const askedAt = new Date(order.page_asked_at ?? order.created_at);
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
    expiresAt: computePageEnd(
      askedAt,
      order.expires_at === null ? askedAt : new Date(order.expires_at),
      PAYMENT_PAGE_MINUTES,
    ),
    ...(order.page_key && { key: order.page_key, cancelPath: '/quote' }),
  };
}
