import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#domain/money.ts';
import type { CheckoutRequest, PaidPurchase } from '#domain/create-payment.ts';

/** An order of the same browser whose payment is under way. */
export interface EarlierOrder {
  id: string;
  sessionId: string | null;
  url: string | null;
  bought: PaidPurchase;
}

interface EarlierOrders {
  /** It was paid, and its parts are still in the cart. */
  paid?: PaidPurchase | undefined;
  /** The same purchase. */
  same?: EarlierOrder | undefined;
  /** Other purchases that must end first: a browser pays for one cart, and buys a part at once in one place. */
  others: EarlierOrder[];
  /** The page of one of the others is being made by another request at this moment. */
  busy: boolean;
}

/** A page with less time than this left, in minutes, is not worth being sent to. */
const LEAST_LEFT = 5;

/** A page that has not been made after this time, in minutes, is not being made any more. */
const PAGE_MADE_WITHIN = 1;

/** How long a paid cart is looked for in the next one, in hours. */
const PAID_WITHIN = 24;

/** Has the requests of one browser wait for each other until the transaction ends. */
export async function lockBrowser(transaction: Transaction<DB>, browserId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`checkout ${browserId}`}, 0))`.execute(
    transaction,
  );
}

/** The orders of the same browser that stand in the way of a new one. The browser is locked by the caller. */
export async function findEarlierOrders(
  transaction: Transaction<DB>,
  browserId: string,
  request: CheckoutRequest,
): Promise<EarlierOrders> {
  const orders = await readOrders(transaction, browserId, request);
  const pending = orders.filter(({ status }) => status === 'pending');
  const same = pending.find((order) => order.usable && isSame(order, request));
  const paid = orders.find((order) => order.status !== 'pending' && isInCart(order, request));
  const others = pending.filter((order) => order !== same);
  return { paid: paid?.bought, same, others, busy: others.some(({ isBeingMade }) => isBeingMade) };
}

/** A cart that was paid lately. What is bought at once was never in the cart. */
export function isPaidCart(where: ExpressionBuilder<DB, 'orders'>) {
  return where.and([
    where('purchase', '=', 'cart'),
    where('stock', '=', 'sold'),
    where('payment_id', 'is not', null),
    where('payment_session_id', 'is not', null),
    where('created_at', '>', sql<Date>`now() - make_interval(hours => ${PAID_WITHIN})`),
  ]);
}

type Row = Awaited<ReturnType<typeof readOrders>>[number];

async function readOrders(transaction: Transaction<DB>, browserId: string, request: CheckoutRequest) {
  const settled = request.settled ?? [];
  const rows = await transaction
    .selectFrom('orders')
    .select(['id', 'status', 'tax', 'shipping', 'payment_session_id', 'payment_url'])
    .select(
      sql<boolean>`payment_url is null and created_at > now() - make_interval(mins => ${PAGE_MADE_WITHIN})`.as(
        'being_made',
      ),
    )
    .select(sql<boolean>`expires_at > now() + make_interval(mins => ${LEAST_LEFT})`.as('has_time'))
    .where('browser_id', '=', browserId)
    .where('purchase', '=', request.purchase)
    .where((where) =>
      where.or([
        where('status', '=', 'pending'),
        where.and([
          isPaidCart(where),
          where(sql<boolean>`payment_session_id <> all(${settled}::text[])`, '=', true),
        ]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute();
  const lines =
    rows.length === 0
      ? []
      : await transaction
          .selectFrom('order_lines')
          .select(['order_id', 'part_id', 'part_name', 'unit_price', 'quantity'])
          .where(
            'order_id',
            'in',
            rows.map(({ id }) => id),
          )
          .execute();
  const byOrder = Map.groupBy(lines, (line) => line.order_id);
  return rows
    .map((row) => {
      const own = byOrder.get(row.id) ?? [];
      const bought = own.map((line) => ({ partId: line.part_id, quantity: line.quantity }));
      return {
        id: row.id,
        status: row.status,
        isBeingMade: row.being_made,
        usable: row.has_time && (row.payment_url !== null || row.being_made),
        sessionId: row.payment_session_id,
        url: row.payment_url,
        taxCents: centsFromDollars(row.tax),
        shippingCents: centsFromDollars(row.shipping),
        lines: own,
        bought: { sessionId: row.payment_session_id ?? '', bought },
      };
    })
    .filter((order) => request.purchase === 'cart' || isOfPart(order, request));
}

/** Whether Buy Now was pressed for the same part. Other parts are paid for side by side. */
function isOfPart(order: { lines: Line[] }, { items }: CheckoutRequest): boolean {
  return order.lines.every((line) => items.some((item) => isPart(item, line)));
}

function isSame(order: Row, { items, taxCents, shippingCents }: CheckoutRequest): boolean {
  return (
    order.taxCents === taxCents &&
    order.shippingCents === shippingCents &&
    order.lines.length === items.length &&
    order.lines.every((line) => items.some((item) => isOf(item, line) && item.quantity === line.quantity))
  );
}

/** Whether all that was paid is in the cart still. */
function isInCart(order: Row, { items }: CheckoutRequest): boolean {
  return (
    order.lines.length > 0 &&
    order.lines.every((line) => items.some((item) => isPart(item, line) && item.quantity >= line.quantity))
  );
}

type Line = { part_id: string | null; part_name: string; unit_price: string; quantity: number };
type Item = CheckoutRequest['items'][number];

/** Whether an item is a line's part at the line's price. */
function isOf(item: Item, line: Line): boolean {
  return isPart(item, line) && item.amountCents === centsFromDollars(line.unit_price);
}

function isPart(item: Item, line: Line): boolean {
  return item.id === undefined ? item.name === line.part_name : item.id === line.part_id;
}
