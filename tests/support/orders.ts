import type pg from 'pg';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { addParts, type PartColumns } from './parts.ts';

export interface HeldOrder {
  orderId: string;
  partIds: string[];
}

/** Adds a pending order of $58.20 that holds one unit of each part, by default of one part with two units. */
export async function addHeldOrder(owner: pg.Client, parts: PartColumns[] = [{}]): Promise<HeldOrder> {
  const partIds = await addParts(
    owner,
    parts.map((part) => ({ price: 40, stock_quantity: 2, stock_held: 1, ...part })),
  );
  const { rows } = await owner.query(
    `insert into orders (amount, tax, shipping, email, expires_at)
     values (58.20, 3.20, 15, 'olga@example.com', now() + interval '30 minutes') returning id`,
  );
  const orderId: string = rows[0].id;
  for (const partId of partIds) {
    await owner.query(
      `insert into order_lines (order_id, part_id, part_name, unit_price, quantity) values ($1, $2, 'Pads', 40, 1)`,
      [orderId, partId],
    );
    await owner.query(
      'insert into stock_holds (order_id, part_id, quantity, expires_at) values ($1, $2, 1, now())',
      [orderId, partId],
    );
  }
  return { orderId, partIds };
}

/** Table -> condition that finds its rows of some orders. */
const PARTS_OF_ORDERS = [
  ...['unit_ledger', 'refund_lines', 'return_lines', 'shipment_lines', 'sales_lines'].map((table) => [
    table,
    'line_id in (select id from order_lines where order_id = any ($1))',
  ]),
  ['return_events', 'return_id in (select id from returns where order_id = any ($1))'],
  ...[
    'returns',
    'refunds',
    'disputes',
    'shipments',
    'stock_holds',
    'order_events',
    'order_taxes',
    'quotes',
    'payment_events',
    'order_lines',
  ].map((table) => [table, 'order_id = any ($1)']),
  ['orders', 'id = any ($1)'],
] as [table: string, condition: string][];

/** Deletes orders, all by default, with everything that the database keeps them for. */
export async function deleteOrders(owner: pg.Client, where = 'true', values: unknown[] = []): Promise<void> {
  const { rows } = await owner.query(`select id from orders where ${where}`, values);
  const ids = rows.map(({ id }) => id);
  // A return and its refund refer to each other.
  await owner.query('update refunds set return_id = null where order_id = any ($1)', [ids]);
  for (const [table, condition] of PARTS_OF_ORDERS)
    await owner.query(`delete from ${table} where ${condition}`, [ids]);
}

/** Removes all orders and parts with everything that belongs to them. */
export async function removeOrders(owner: pg.Client): Promise<void> {
  await deleteOrders(owner);
  for (const table of ['alerts', 'mails', 'payment_events', 'payment_reconciliation', 'parts_catalog'])
    await owner.query(`delete from ${table}`);
}

export async function stockOfParts(owner: pg.Client, partIds: readonly string[]) {
  const { rows } = await owner.query(
    'select stock_quantity as stock, stock_held as held from parts_catalog where id = any ($1) order by array_position($1, id)',
    [partIds],
  );
  return rows as { stock: number; held: number }[];
}

/** Returns the number that people see. Example: 'PY-10423'. */
export async function orderNumber(owner: pg.Client, orderId: string): Promise<string> {
  const { rows } = await owner.query('select number from orders where id = $1', [orderId]);
  return formatOrderNumber(rows[0].number);
}
