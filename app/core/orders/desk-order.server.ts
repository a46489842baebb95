import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { CounterMethod } from './counter-sale.ts';
import type { Destination } from '#core/addresses/destination.ts';
import type { ShippingAddress } from '#core/addresses/postal-address.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { describeLineCondition, findOrigin, type Origin } from '#core/catalog/origin.ts';
import type { DisputeState, OrderStatus } from './order.ts';
import type { RefundablePayment } from './order-balance.ts';
import type { AmountReview, Review } from './order-action.ts';
import type { EventUnits } from './order-event.ts';
import { countToSettle, type LineUnits } from './line-units.ts';
import { destinationColumns, toDestination } from './order-destination.server.ts';
import { computeProgress, type Progress, type ProgressLine } from './order-progress.ts';

/** A line of an order with the history of its units. Amounts are in cents, for all units. */
export interface DeskLine extends LineUnits {
  id: string;
  partId: string | null;
  name: string;
  /** Example: '2012 Honda Civic'. */
  vehicle: string | null;
  origin: Origin;
  /** Example: 'Used, Good'. */
  condition: string;
  unitPriceCents: number;
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  coreTaxCents: number;
  refundsCoreTax: boolean;
  batteryFeeCents: number;
  refundsBatteryFee: boolean;
  /** Cores whose charge was refunded without their unit. Failed refunds don't count. */
  coresRefunded: number;
  /** Units that came back with a return that is not settled yet. They are not in stock. */
  inReturns: number;
  /** False if the part was deleted for good, so that its units can't go back into stock. */
  canBeRestocked: boolean;
}

/** An order on the desk. Amounts are in cents. */
export interface DeskOrder {
  id: string;
  number: number;
  /** The first payment, and those of balances. */
  payments: RefundablePayment[];
  /** Method of a payment at the counter. Null if it went through the payment provider. */
  counterMethod: CounterMethod | null;
  status: OrderStatus;
  progress: Progress;
  fulfillment: 'ship' | 'pickup';
  dispute: DisputeState | null;
  review: Review | null;
  amountReview: AmountReview | null;
  holdReason: string | null;
  /** The buyer's own number of the purchase. */
  purchaseOrder: string | null;
  /** Currency of the payment, if it is not the dollar. */
  otherCurrency: string | null;
  customerName: string | null;
  phone: string | null;
  address: ShippingAddress | null;
  /** The place that it was priced for. Null if the cart did not ask. */
  destination: Destination | null;
  /** True if the buyer has deleted the account. */
  buyerLeft: boolean;
  hasEmail: boolean;
  isReady: boolean;
  /** Units in the shop that are neither to be shipped nor in stock. */
  setAside: number;
  amountCents: number;
  /** The paid amount, if it is another one than the order's. */
  chargedCents: number | null;
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  batteryFeeCents: number;
  /** The amount that the buyer was asked to pay and has not paid yet. */
  due: { cents: number; askedAt: string } | null;
  /** Total of all payments, minus refunds that are done or on their way. */
  leftCents: number;
  /** Tax, minus its share of refunds that are done or on their way. */
  leftTaxCents: number;
  lines: DeskLine[];
}

/**
 * Locks an order, so that two people change it one after the other. It does not lock the order's key: a job that writes a mail
 * about the order, and so a row that refers to it, must not wait for someone who waits for that job. Returns undefined if the
 * order is not on the desk.
 */
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
    .select(['id', 'number', 'status', 'progress', 'dispute', 'review', 'hold_reason', 'ready_at'])
    .select(['purchase_order'])
    .select([
      'amount',
      'charged',
      'charged_currency',
      'amount_review',
      'tax',
      'shipping',
      'core',
      'battery_fee',
      'refunded',
    ])
    .select([
      'payment_id',
      'payment_method',
      'customer_name',
      'email',
      'phone',
      'shipping_address',
      'buyer_left',
    ])
    .select(destinationColumns)
    .where('number', '=', String(number))
    .where('progress', 'is not', null)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (order?.payment_id == null) return undefined;
  const { payments, refundedTaxCents } = await readPayments(transaction, order.id, order.payment_id);
  const due = await transaction
    .selectFrom('order_balances')
    .select(['amount', 'asked_at'])
    .where('order_id', '=', order.id)
    .where('payment_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  const lines = await readLines(transaction, order.id, centsFromDollars(order.tax));
  return {
    id: order.id,
    number,
    payments,
    counterMethod: order.payment_method as CounterMethod | null,
    status: order.status as OrderStatus,
    progress: order.progress as Progress,
    fulfillment: order.fulfillment as DeskOrder['fulfillment'],
    dispute: order.dispute as DisputeState | null,
    review: order.review as Review | null,
    amountReview: order.amount_review as AmountReview | null,
    holdReason: order.hold_reason,
    purchaseOrder: order.purchase_order,
    otherCurrency: order.charged_currency,
    customerName: order.customer_name,
    phone: order.phone,
    address: order.shipping_address as ShippingAddress | null,
    destination: toDestination(order),
    buyerLeft: order.buyer_left,
    hasEmail: order.email !== null,
    isReady: order.ready_at !== null,
    amountCents: centsFromDollars(order.amount),
    chargedCents: order.charged === null ? null : centsFromDollars(order.charged),
    taxCents: centsFromDollars(order.tax),
    shippingCents: centsFromDollars(order.shipping),
    coreCents: centsFromDollars(order.core),
    batteryFeeCents: centsFromDollars(order.battery_fee),
    due: due ? { cents: centsFromDollars(due.amount), askedAt: due.asked_at.toISOString() } : null,
    leftCents: payments.reduce((cents, payment) => cents + payment.leftCents, 0),
    leftTaxCents: Math.max(0, centsFromDollars(order.tax) - refundedTaxCents),
    setAside: lines.reduce((sum, line) => sum + countToSettle(line), 0),
    lines,
  };
}

/** Reads the payments, the first one first. */
async function readPayments(transaction: Transaction<DB>, orderId: string, firstId: string) {
  const rows = await transaction
    .selectFrom('order_payments as payment')
    .select(['payment.payment_id', 'paid', 'payment.refunded'])
    .select((row) =>
      row
        .selectFrom('refunds')
        .select(({ fn, ref }) => [
          fn.sum<string | null>(fn.coalesce(ref('refunds.amount'), ref('paid'))).as('promised'),
        ])
        .whereRef('order_id', '=', 'payment.order_id')
        .whereRef('refunds.payment_id', '=', 'payment.payment_id')
        .where('state', 'in', ['requested', 'pending'])
        .as('promised'),
    )
    .select((row) =>
      row
        .selectFrom('refunds')
        .select(({ fn }) => fn.sum<string | null>('tax').as('tax'))
        .whereRef('order_id', '=', 'payment.order_id')
        .whereRef('refunds.payment_id', '=', 'payment.payment_id')
        .where('state', '<>', 'failed')
        .as('tax'),
    )
    .where('payment.order_id', '=', orderId)
    .orderBy(({ eb }) => eb('payment.payment_id', '<>', firstId))
    .orderBy('payment.payment_id')
    .execute();
  const toCents = (dollars: string | null) => centsFromDollars(dollars ?? 0);
  return {
    payments: rows.map((row) => ({
      paymentId: row.payment_id as string,
      leftCents: toCents(row.paid) - toCents(row.refunded) - toCents(row.promised),
    })),
    refundedTaxCents: rows.reduce((cents, { tax }) => cents + toCents(tax), 0),
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
    .select([
      sql<boolean>`can_be_restocked(order_lines)`.as('can_be_restocked'),
      sql<number>`(
        select coalesce(sum(received - (
          select coalesce(sum(unit_ledger.quantity), 0) from unit_ledger
          where unit_ledger.return_id = returns.id and unit_ledger.line_id = order_lines.id and unit_ledger.kind = 'restocked'
        )), 0)::int
        from return_lines join returns on returns.id = return_id
        where line_id = order_lines.id and returns.kind <> 'core' and state in ('received', 'inspected')
      )`.as('in_returns'),
    ])
    .where('order_id', '=', orderId)
    .where('quantity', '>', 0)
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
    shipped: row.shipped,
    returned: row.returned,
    restocked: row.restocked,
    lost: row.lost,
    refunded: row.refunded,
    coresRefunded: row.cores_refunded,
    inReturns: row.in_returns,
    canBeRestocked: row.can_be_restocked,
    unitPriceCents: centsFromDollars(row.unit_price),
    // Lines of old orders have no tax of their own, so they get their share of the order's.
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

/** Stores the order's new progress, computed from its units. */
export async function updateProgress(
  transaction: Transaction<DB>,
  order: DeskOrder,
  facts: { lines?: readonly ProgressLine[]; isReady?: boolean } = {},
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

/** Names the units of lines. */
export function nameUnits(order: DeskOrder, units: ReadonlyMap<string, number>): EventUnits[] {
  return order.lines.flatMap(({ id, name }) => {
    const quantity = units.get(id) ?? 0;
    return quantity > 0 ? [{ name, quantity }] : [];
  });
}
