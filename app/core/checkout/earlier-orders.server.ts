import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { CheckoutRequest, PaidPurchase } from './create-payment.ts';
import { destinationColumns, toDestination } from '#core/orders/order-destination.server.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { isSameDestination } from '#core/addresses/is-destination.ts';

export interface EarlierOrder {
  id: string;
  sessionId: string | null;
  url: string | null;
  bought: PaidPurchase;
}

export interface EarlierOrders {
  /** A paid purchase whose parts are still in the cart. */
  paid?: PaidPurchase | undefined;
  same?: EarlierOrder | undefined;
  /** Pending orders that must end first. */
  others: EarlierOrder[];
  /** True if another request is creating one of their pages. */
  busy: boolean;
  /** The ids include orders for other parts of Buy Now. */
  pendingIds: string[];
}

/** A page that expires sooner is not used again. */
const MIN_MINUTES_LEFT = 5;

const PAGE_CREATION_MINUTES = 1;

const PAID_CART_HOURS = 24;

export async function lockBrowser(transaction: Transaction<DB>, browserId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`checkout ${browserId}`}, 0))`.execute(
    transaction,
  );
}

export function sortEarlierOrders(rows: readonly EarlierRow[], request: CheckoutRequest): EarlierOrders {
  const all = rows.map(toOrder);
  const orders = all.filter(({ lines }) => request.purchase === 'cart' || isForSameParts(request, lines));
  const pending = orders.filter(({ status }) => status === 'pending');
  const same = pending.find((order) => order.usable && isSamePurchase(order, request));
  const paid = orders.find((order) => order.status !== 'pending' && containsOrder(request, order.lines));
  const others = pending.filter((order) => order !== same);
  return {
    paid: paid?.bought,
    same,
    others,
    busy: others.some(({ isPageBeingCreated }) => isPageBeingCreated),
    pendingIds: all.filter(({ status }) => status === 'pending').map(({ id }) => id),
  };
}

/** Excludes Buy Now, whose parts were never in the cart. */
export function isPaidCart(where: ExpressionBuilder<DB, 'orders'>) {
  return where.and([
    where('purchase', '=', 'cart'),
    where('stock', '=', 'sold'),
    where('payment_id', 'is not', null),
    where('payment_session_id', 'is not', null),
    where('created_at', '>', sql<Date>`now() - make_interval(hours => ${PAID_CART_HOURS})`),
  ]);
}

type EarlierRow = NonNullable<ReturnType<typeof selectEarlierOrders>['expressionType']>[number];

/** Selects a JSON array of the browser's orders of a kind that are open, or paid and still in its cart. */
export function selectEarlierOrders(database: Kysely<DB>, browserId: string, request: CheckoutRequest) {
  const settled = request.settled ?? [];
  return jsonArrayFrom(
    database
      .selectFrom('orders')
      .select(['id', 'status', 'payment_session_id', 'payment_url'])
      .select([
        sql<string>`tax::text`.as('tax'),
        sql<string>`shipping::text`.as('shipping'),
        sql<string>`core::text`.as('core'),
        sql<string>`battery_fee::text`.as('battery_fee'),
      ])
      .select(destinationColumns)
      .select(
        sql<boolean>`payment_url is null and created_at > now() - make_interval(mins => ${PAGE_CREATION_MINUTES})`.as(
          'being_made',
        ),
      )
      .select(sql<boolean>`expires_at > now() + make_interval(mins => ${MIN_MINUTES_LEFT})`.as('has_time'))
      .select((order) =>
        jsonArrayFrom(
          order
            .selectFrom('order_lines')
            .whereRef('order_id', '=', 'orders.id')
            .select(['part_id', 'part_name', 'quantity', sql<string>`unit_price::text`.as('unit_price')]),
        ).as('lines'),
      )
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
      .orderBy('created_at', 'desc'),
  );
}

function toOrder(row: EarlierRow) {
  const lines = row.lines.map((line) => ({
    partId: line.part_id,
    name: line.part_name,
    unitPriceCents: centsFromDollars(line.unit_price),
    quantity: line.quantity,
  }));
  return {
    id: row.id,
    status: row.status,
    isPageBeingCreated: row.being_made,
    usable: row.has_time && (row.payment_url !== null || row.being_made),
    sessionId: row.payment_session_id,
    url: row.payment_url,
    taxCents: centsFromDollars(row.tax),
    shippingCents: centsFromDollars(row.shipping),
    coreCents: centsFromDollars(row.core),
    batteryFeeCents: centsFromDollars(row.battery_fee),
    destination: toDestination(row),
    lines,
    bought: {
      sessionId: row.payment_session_id ?? '',
      bought: lines.map(({ partId, quantity }) => ({ partId, quantity })),
    },
  };
}

type Requested = Pick<
  CheckoutRequest,
  'items' | 'taxCents' | 'shippingCents' | 'coreCents' | 'batteryFeeCents' | 'destination'
>;
type Item = CheckoutRequest['items'][number];

export interface OrderedLine {
  partId: string | null;
  name: string;
  unitPriceCents: number;
  quantity: number;
}

export interface OrderedPurchase {
  lines: readonly OrderedLine[];
  taxCents: number;
  shippingCents: number;
  coreCents: number;
  batteryFeeCents: number;
  destination: Destination | null;
}

/** Checks whether an order has a request's lines, amounts and destination, so that its payment page can be used again. */
export function isSamePurchase(order: OrderedPurchase, requested: Requested): boolean {
  return (
    order.taxCents === requested.taxCents &&
    order.shippingCents === requested.shippingCents &&
    order.coreCents === requested.coreCents &&
    order.batteryFeeCents === requested.batteryFeeCents &&
    isSameDestination(order.destination, requested.destination) &&
    order.lines.length === requested.items.length &&
    order.lines.every((line) =>
      requested.items.some(
        (item) =>
          isSamePart(item, line) &&
          item.amountCents === line.unitPriceCents &&
          item.quantity === line.quantity,
      ),
    )
  );
}

/** Checks whether a request contains all units of an order, at any price. */
export function containsOrder({ items }: Requested, lines: readonly OrderedLine[]): boolean {
  return (
    lines.length > 0 &&
    lines.every((line) => items.some((item) => isSamePart(item, line) && item.quantity >= line.quantity))
  );
}

/** Checks whether a request is for all parts of an order, in any quantity. */
export function isForSameParts({ items }: Requested, lines: readonly OrderedLine[]): boolean {
  return lines.every((line) => items.some((item) => isSamePart(item, line)));
}

function isSamePart(item: Item, line: OrderedLine): boolean {
  return item.id === undefined ? item.name === line.name : item.id === line.partId;
}
