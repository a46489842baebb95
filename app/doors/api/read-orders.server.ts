import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import { countToShip } from '#core/orders/line-units.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { Progress } from '#core/orders/order-progress.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { orderSchema } from './order-schemas.ts';
import { decodePlace, encodePlace, timeOf } from './place.server.ts';

type ApiOrder = z.infer<typeof orderSchema>;

interface OrdersQuery {
  limit: number;
  after?: string | undefined;
  since?: string | undefined;
  state?: Progress | undefined;
}

/** Lists paid orders by the time of their payment, the oldest first. `next` is null on the last page. */
export async function listApiOrders(
  transaction: Transaction<DB>,
  { limit, after, since, state }: OrdersQuery,
): Promise<{ orders: ApiOrder[]; next: string | null }> {
  const place = after === undefined ? undefined : decodePlace(after, (id) => /^\d{1,15}$/.test(id));
  const conditions = [
    sql`paid_at is not null`,
    ...(place ? [sql`(paid_at, number) > (${timeOf(place)}, ${place.id}::bigint)`] : []),
    ...(since === undefined ? [] : [sql`paid_at >= ${since}::timestamptz`]),
    ...(state === undefined ? [] : [sql`progress = ${state}`]),
  ];
  const rows = await selectOrders(
    transaction,
    sql`${sql.join(conditions, sql` and `)} order by paid_at, number limit ${limit}`,
  );
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    orders: await withLines(transaction, rows),
    next: last ? encodePlace({ microseconds: last.paid_at_us, id: last.number }) : null,
  };
}

/** Returns undefined if the order does not exist or is not paid. */
export async function readApiOrder(
  transaction: Transaction<DB>,
  number: number,
): Promise<ApiOrder | undefined> {
  const rows = await selectOrders(transaction, sql`number = ${number} and paid_at is not null`);
  return (await withLines(transaction, rows))[0];
}

interface Row {
  id: string;
  number: string;
  created_at: Date;
  paid_at: Date;
  paid_at_us: string;
  status: string;
  progress: ApiOrder['state'];
  review: ApiOrder['review'];
  amount_review: ApiOrder['amount_review'];
  dispute: ApiOrder['dispute'];
  fulfillment: ApiOrder['fulfillment'];
  pickup_location: string | null;
  ship_by: Date | null;
  ready_at: Date | null;
  sent_at: Date | null;
  amount: string;
  charged: string | null;
  tax: string;
  shipping: string;
  core: string;
  battery_fee: string;
  refunded: string;
  customer_name: string | null;
  email: string | null;
  phone: string | null;
  shipping_address: ApiOrder['shipping_address'];
}

async function selectOrders(transaction: Transaction<DB>, where: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, number, created_at, paid_at, (extract(epoch from paid_at) * 1000000)::bigint::text as paid_at_us,
      status, progress, review, amount_review, dispute, fulfillment, pickup_location, ship_by, ready_at, sent_at,
      amount, charged, tax, shipping, core, battery_fee, refunded, customer_name, email, phone, shipping_address
    from orders where ${where}`.execute(transaction);
  return rows;
}

async function withLines(transaction: Transaction<DB>, orders: readonly Row[]): Promise<ApiOrder[]> {
  const ids = orders.map(({ id }) => id);
  const lines = await transaction
    .selectFrom('order_lines')
    .select(['id', 'order_id', 'part_id', 'part_name', 'oem_number', 'stock_number', 'part_type', 'vehicle'])
    .select([
      'unit_price',
      'quantity',
      'packed',
      'canceled',
      'shipped',
      'returned',
      'refunded',
      'restocked',
      'lost',
    ])
    .where(sql<boolean>`order_id = any (${ids}::uuid[])`)
    .where('quantity', '>', 0)
    .orderBy('part_name')
    .orderBy('id')
    .execute();
  const shipments = await transaction
    .selectFrom('shipments')
    .select(['id', 'order_id', 'method', 'carrier', 'tracking', 'shipped_at', 'delivered_at'])
    .select(
      sql<{ line_id: string; quantity: number }[]>`(
        select coalesce(json_agg(json_build_object('line_id', line_id, 'quantity', quantity)), '[]')
        from shipment_lines where shipment_id = shipments.id
      )`.as('lines'),
    )
    .where(sql<boolean>`order_id = any (${ids}::uuid[])`)
    .where('undone_at', 'is', null)
    .orderBy('shipped_at')
    .execute();
  return orders.map((order) => ({
    number: formatOrderNumber(order.number),
    placed_at: order.created_at.toISOString(),
    paid_at: order.paid_at.toISOString(),
    status: order.status,
    state: order.progress,
    review: order.review,
    amount_review: order.amount_review,
    dispute: order.dispute,
    fulfillment: order.fulfillment,
    pickup_location: order.pickup_location,
    ship_by: order.ship_by?.toISOString() ?? null,
    ready_at: order.ready_at?.toISOString() ?? null,
    sent_at: order.sent_at?.toISOString() ?? null,
    total_cents: centsFromDollars(order.amount),
    tax_cents: centsFromDollars(order.tax),
    shipping_cents: centsFromDollars(order.shipping),
    core_cents: centsFromDollars(order.core),
    battery_fee_cents: centsFromDollars(order.battery_fee),
    paid_cents: centsFromDollars(order.charged ?? order.amount),
    refunded_cents: centsFromDollars(order.refunded),
    buyer: { name: order.customer_name, email: order.email, phone: order.phone },
    shipping_address: order.shipping_address,
    lines: lines
      .filter((line) => line.order_id === order.id)
      .map((line) => ({
        id: line.id,
        part_id: line.part_id,
        part_name: line.part_name,
        oem_number: line.oem_number,
        stock_number: line.stock_number,
        condition: line.part_type,
        vehicle: line.vehicle,
        unit_price_cents: centsFromDollars(line.unit_price),
        quantity: line.quantity,
        packed: line.packed,
        canceled: line.canceled,
        shipped: line.shipped,
        to_ship: countToShip(line),
        returned: line.returned,
        refunded: line.refunded,
        restocked: line.restocked,
        lost: line.lost,
      })),
    shipments: shipments
      .filter((shipment) => shipment.order_id === order.id)
      .map(
        ({
          id,
          method,
          carrier,
          tracking,
          shipped_at: shippedAt,
          delivered_at: deliveredAt,
          lines: shippedLines,
        }) => ({
          id,
          method: method as 'parcel' | 'pickup',
          carrier,
          tracking,
          shipped_at: shippedAt.toISOString(),
          delivered_at: deliveredAt?.toISOString() ?? null,
          lines: shippedLines,
        }),
      ),
  }));
}
