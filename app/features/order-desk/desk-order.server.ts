import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { CounterMethod } from '#domain/counter-sale.ts';
import { centsFromDollars } from '#domain/money.ts';
import { describeLineCondition, findOrigin, type Origin } from '#domain/origin.ts';
import type { DisputeState, OrderStatus } from '#domain/order.ts';
import type { Review } from '#domain/order-action.ts';
import type { EventPieces } from '#domain/order-event.ts';
import { computeProgress, type LinePieces, type Progress } from '#domain/order-progress.ts';

/** A line of an order with the state of its pieces. Amounts in cents, of all pieces. */
export interface DeskLine extends LinePieces {
  id: string;
  partId: string | null;
  name: string;
  /** As in '2012 Honda Civic'. */
  vehicle: string | null;
  origin: Origin;
  /** As in 'Used, Good'. */
  condition: string;
  unitPriceCents: number;
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  coreTaxCents: number;
  refundsCoreTax: boolean;
  batteryFeeCents: number;
  refundsBatteryFee: boolean;
  /** In refunds that have not failed. */
  refunded: number;
  /** Cores whose charge was refunded without their piece, in refunds that have not failed. */
  coresRefunded: number;
}

/** An order on the desk. Amounts in cents. */
export interface DeskOrder {
  id: string;
  number: number;
  paymentId: string;
  /** Of a payment at the counter. Null: through the payment provider. */
  counterMethod: CounterMethod | null;
  status: OrderStatus;
  progress: Progress;
  fulfillment: 'ship' | 'pickup';
  dispute: DisputeState | null;
  review: Review | null;
  customerName: string | null;
  hasEmail: boolean;
  isReady: boolean;
  amountCents: number;
  taxCents: number;
  shippingCents: number;
  /** Of the payment, without refunds that are done or on their way. */
  leftCents: number;
  lines: DeskLine[];
}

/** Locks an order, so that two people change it one after the other. Returns undefined if it is not on the desk. */
export function lockDeskOrder(transaction: Transaction<DB>, number: number): Promise<DeskOrder | undefined> {
  return readDeskOrder(transaction, number, { lock: true });
}

/** Returns undefined if the order is not on the desk: it is not paid, or its parts were sold out. */
export async function readDeskOrder(
  transaction: Transaction<DB>,
  number: number,
  { lock = false } = {},
): Promise<DeskOrder | undefined> {
  const order = await transaction
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'status',
      'progress',
      'fulfillment',
      'dispute',
      'review',
      'customer_name',
      'email',
      'ready_at',
    ])
    .select(['amount', 'tax', 'shipping', 'refunded', 'payment_id', 'payment_method'])
    .where('number', '=', String(number))
    .where('progress', 'is not', null)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (order?.payment_id == null) return undefined;
  const promised = await transaction
    .selectFrom('refunds')
    .select(({ fn, ref }) =>
      fn.sum<string | null>(fn.coalesce(ref('amount'), sql.lit(order.amount))).as('dollars'),
    )
    .where('order_id', '=', order.id)
    .where('payment_id', '=', order.payment_id)
    .where('state', 'in', ['requested', 'pending'])
    .executeTakeFirstOrThrow();
  return {
    id: order.id,
    number,
    paymentId: order.payment_id,
    counterMethod: order.payment_method as CounterMethod | null,
    status: order.status as OrderStatus,
    progress: order.progress as Progress,
    fulfillment: order.fulfillment as DeskOrder['fulfillment'],
    dispute: order.dispute as DisputeState | null,
    review: order.review as Review | null,
    customerName: order.customer_name,
    hasEmail: order.email !== null,
    isReady: order.ready_at !== null,
    amountCents: centsFromDollars(order.amount),
    taxCents: centsFromDollars(order.tax),
    shippingCents: centsFromDollars(order.shipping),
    leftCents:
      centsFromDollars(order.amount) -
      centsFromDollars(order.refunded) -
      centsFromDollars(promised.dollars ?? 0),
    lines: await readLines(transaction, order.id, centsFromDollars(order.tax)),
  };
}

async function readLines(
  transaction: Transaction<DB>,
  orderId: string,
  orderTaxCents: number,
): Promise<DeskLine[]> {
  const rows = await transaction
    .selectFrom('order_lines')
    .selectAll()
    .select(({ selectFrom }) => [
      selectFrom('shipment_lines')
        .innerJoin('shipments', 'shipments.id', 'shipment_id')
        .select(({ fn }) => fn.sum<string | null>('shipment_lines.quantity').as('pieces'))
        .whereRef('line_id', '=', 'order_lines.id')
        .where('undone_at', 'is', null)
        .as('shipped'),
      selectFrom('refund_lines')
        .innerJoin('refunds', 'refunds.id', 'refund_id')
        .select(({ fn }) => fn.sum<string | null>('refund_lines.quantity').as('pieces'))
        .whereRef('line_id', '=', 'order_lines.id')
        .where('state', '<>', 'failed')
        .where('refund_lines.core', '=', false)
        .as('refunded'),
      selectFrom('refund_lines')
        .innerJoin('refunds', 'refunds.id', 'refund_id')
        .select(({ fn }) => fn.sum<string | null>('refund_lines.quantity').as('pieces'))
        .whereRef('line_id', '=', 'order_lines.id')
        .where('state', '<>', 'failed')
        .where('refund_lines.core', '=', true)
        .as('cores_refunded'),
    ])
    .where('order_id', '=', orderId)
    .orderBy('part_name')
    .orderBy('id')
    .execute();
  const pricesCents = rows.map(({ unit_price, quantity }) => centsFromDollars(unit_price) * quantity);
  const sumCents = pricesCents.reduce((sum, cents) => sum + cents, 0);
  return rows.map((row, index) => ({
    id: row.id,
    partId: row.part_id,
    name: row.part_name,
    vehicle: row.vehicle,
    origin: findOrigin({ origin: row.origin, condition: row.part_type }),
    condition: describeLineCondition({ ...row, condition: row.part_type }),
    quantity: row.quantity,
    packed: row.packed,
    canceled: row.canceled,
    shipped: Number(row.shipped ?? 0),
    refunded: Number(row.refunded ?? 0),
    coresRefunded: Number(row.cores_refunded ?? 0),
    unitPriceCents: centsFromDollars(row.unit_price),
    // Lines of old orders have no tax of their own: their share of the order's.
    taxCents:
      row.tax === null
        ? Math.floor((orderTaxCents * (pricesCents[index] ?? 0)) / sumCents)
        : centsFromDollars(row.tax),
    shippingCents: centsFromDollars(row.shipping ?? 0),
    coreCents: centsFromDollars(row.core),
    coreTaxCents: centsFromDollars(row.core_tax),
    refundsCoreTax: row.refunds_core_tax,
    batteryFeeCents: centsFromDollars(row.battery_fee),
    refundsBatteryFee: row.refunds_battery_fee,
  }));
}

/** Stores the order's new progress, computed from its pieces. */
export async function updateProgress(
  transaction: Transaction<DB>,
  order: DeskOrder,
  facts: { lines?: readonly LinePieces[]; isReady?: boolean } = {},
): Promise<void> {
  const { lines = order.lines, isReady = order.isReady } = facts;
  const { delivered } = await transaction
    .selectFrom('shipments')
    .select(sql<boolean | null>`bool_and(delivered_at is not null)`.as('delivered'))
    .where('order_id', '=', order.id)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow();
  const progress = computeProgress({
    fulfillment: order.fulfillment,
    lines,
    isReady,
    isDelivered: delivered === true,
  });
  const isSent = progress === 'shipped' || progress === 'delivered' || progress === 'picked_up';
  await transaction
    .updateTable('orders')
    .set({
      progress,
      sent_at: isSent ? sql<Date>`coalesce(sent_at, now())` : null,
      ready_at: isReady ? sql<Date>`coalesce(ready_at, now())` : null,
    })
    .where('id', '=', order.id)
    .execute();
}

/** The named pieces of lines. */
export function namePieces(order: DeskOrder, pieces: ReadonlyMap<string, number>): EventPieces[] {
  return order.lines.flatMap(({ id, name }) => {
    const quantity = pieces.get(id) ?? 0;
    return quantity > 0 ? [{ name, quantity }] : [];
  });
}
