import type { Destination } from '#core/addresses/destination.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { OrderStatus } from '#core/orders/order.ts';
import type { DayRange } from '#core/pricing/pricing-terms.ts';
import type { Database } from '#core/platform/database.server.ts';
import { toDays, toDestination } from '#core/orders/order-destination.server.ts';

/** Names how an order came about. */
export type Purchase = 'cart' | 'buy_now' | 'quote' | 'counter';

export interface OrderSummary {
  status: OrderStatus;
  isPaid: boolean;
  purchase: Purchase;
  lines: { id: string; partId: string | null; name: string; quantity: number; amountCents: number }[];
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  batteryFeeCents: number;
  destination: Destination | null;
  days: DayRange | null;
  totalCents: number;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Only the buyer and the shop know the id. */
export async function readOrder(database: Database, orderId: string): Promise<OrderSummary | undefined> {
  return UUID.test(orderId) ? readOrderBy(database, 'id', orderId) : undefined;
}

export async function readOrderBySession(
  database: Database,
  sessionId: string,
): Promise<OrderSummary | undefined> {
  return readOrderBy(database, 'payment_session_id', sessionId.replaceAll('\0', ''));
}

function readOrderBy(database: Database, column: 'id' | 'payment_session_id', value: string) {
  return database.as({ role: 'service_role' }, async (transaction) => {
    const order = await transaction
      .selectFrom('orders')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst();
    if (!order) return undefined;
    const lines = await transaction
      .selectFrom('order_lines')
      .selectAll()
      .where('order_id', '=', order.id)
      .where('quantity', '>', 0)
      .orderBy('part_name')
      .orderBy('id')
      .execute();
    return {
      status: order.status as OrderStatus,
      isPaid: order.payment_id !== null,
      purchase: order.purchase as OrderSummary['purchase'],
      lines: lines.map((line) => ({
        id: line.id,
        partId: line.part_id,
        name: line.part_name,
        quantity: line.quantity,
        amountCents: centsFromDollars(line.unit_price) * line.quantity,
      })),
      taxCents: centsFromDollars(order.tax),
      shippingCents: centsFromDollars(order.shipping),
      coreCents: centsFromDollars(order.core),
      batteryFeeCents: centsFromDollars(order.battery_fee),
      destination: toDestination(order),
      days: toDays(order),
      totalCents: centsFromDollars(order.amount),
    };
  });
}

/** The amount that a buyer still has to pay for an order. */
export interface BalanceSummary {
  orderId: string;
  number: number;
  amountCents: number;
  /** True if it is neither paid nor withdrawn. */
  isDue: boolean;
}

/** Only the buyer and the shop know the id. */
export async function readBalance(
  database: Database,
  balanceId: string,
): Promise<BalanceSummary | undefined> {
  if (!UUID.test(balanceId)) return undefined;
  const row = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('order_balances')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select(['order_id', 'number', 'order_balances.amount', 'order_balances.payment_id', 'withdrawn_at'])
      .where('order_balances.id', '=', balanceId)
      .executeTakeFirst(),
  );
  return (
    row && {
      orderId: row.order_id,
      number: Number(row.number),
      amountCents: centsFromDollars(row.amount),
      isDue: row.payment_id === null && row.withdrawn_at === null,
    }
  );
}
