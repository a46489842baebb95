import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#domain/money.ts';
import { findDay } from '#domain/opening-hours.ts';
import { openProgress, type Progress } from '#domain/order-progress.ts';
import { type OrderSearch, readOrderSearch } from '#domain/order-search.ts';
import type { Review } from '#domain/order-action.ts';
import type { DisputeState, OrderStatus } from '#domain/order.ts';
import {
  formatCursor,
  isSortedByDeadline,
  type OrdersQuery,
  type OrderView,
  orderViews,
  parseCursor,
} from './orders-address.ts';
import { selectFoundNumbers } from './find-order-numbers.server.ts';

const PAGE_SIZE = 25;

/** Counts end here, because no one acts on the difference between a thousand and two. */
export const MAX_COUNT = 1_000;

/** A search tries the newest orders first: popular words are among them. */
const NEWEST = 4_000;

export interface OrderRow {
  id: string;
  /** Without 'PY-'. */
  number: string;
  placedAt: string;
  buyer: string | null;
  parts: string | null;
  totalCents: number;
  refundedCents: number;
  status: OrderStatus;
  dispute: DisputeState | null;
  review: Review | null;
  progress: Progress | null;
  fulfillment: 'ship' | 'pickup';
  shipBy: string | null;
  isOverdue: boolean;
  /** Since the page was loaded, it has left the page. */
  hasMoved?: true;
}

export interface OrderList {
  rows: OrderRow[];
  /** Cursors. */
  previous: string | null;
  next: string | null;
}

export interface ListOptions {
  timeZone: string;
  pageSize?: number;
}

/** One page of a view. */
export async function listOrders(
  transaction: Transaction<DB>,
  query: OrdersQuery,
  { timeZone, pageSize = PAGE_SIZE }: ListOptions,
): Promise<OrderList> {
  const search = query.q === '' ? undefined : readOrderSearch(query.q);
  const numbers = await findNumbers(transaction, query, timeZone);
  if (!numbers || (query.q !== '' && !search)) return { rows: [], previous: null, next: null };
  const backwards = query.before !== undefined;
  const found = await findPage(transaction, { query, search, numbers, timeZone, limit: pageSize + 1 });
  const more = found.length > pageSize;
  const page = found.slice(0, pageSize);
  if (backwards) page.reverse();
  const [first, last] = [page.at(0), page.at(-1)];
  const cursor = (row: FoundOrder) =>
    formatCursor({ number: row.number, shipBy: isSortedByDeadline(query.view) ? row.ship_by_us : undefined });
  return {
    rows: page.map(toRow),
    previous: first && (backwards ? more : query.after !== undefined) ? cursor(first) : null,
    next: last && (backwards || more) ? cursor(last) : null,
  };
}

interface Page {
  query: OrdersQuery;
  search: OrderSearch | undefined;
  numbers: NumberRange;
  timeZone: string;
  limit: number;
}

async function findPage(transaction: Transaction<DB>, page: Page): Promise<FoundOrder[]> {
  const { query, search, limit } = page;
  const select = selectOrders(page);
  if (!search) return run(select(sql`public.orders`));
  // Few orders: each is compared with the words.
  if (isShort(query)) {
    return run(
      select(
        sql`public.orders`,
        sql`(
        select words from public.order_search where order_id = orders.id
      ) @@ ${search.query}::tsquery`,
      ),
    );
  }
  const range = withCursor(page);
  const direction = sql.raw(query.before === undefined ? 'desc' : 'asc');
  // Each order that matches is looked up by its id: a plan that reads all orders would seem cheap for popular words.
  const newest = sql`(
      with matching as materialized (
        select order_id from (
          select order_id, words from public.order_search
          where number > ${range.above}::bigint and number < ${range.below}::bigint
          order by number ${direction} limit ${NEWEST}
        ) as newest
        where words @@ ${search.query}::tsquery
      )
      select order_id from matching
    ) as found,
    lateral (select * from public.orders where id = found.order_id offset 0) as orders`;
  const rows = await run(select(newest));
  if (rows.length === limit || Number(range.below) - Number(range.above) <= NEWEST) return rows;
  // As an array: it is read once, and the newest orders in it are looked up first.
  const found = await selectFoundNumbers(transaction, search, range);
  return run(select(sql`public.orders`, sql`orders.number = any (array${found})`));

  async function run(statement: RawBuilder<FoundOrder>) {
    return (await statement.execute(transaction)).rows;
  }
}

interface FoundOrder {
  id: string;
  number: string;
  created_at: Date;
  customer_name: string | null;
  email: string | null;
  product_name: string | null;
  amount: string;
  refunded: string;
  status: OrderStatus;
  dispute: DisputeState | null;
  review: Review | null;
  progress: Progress | null;
  fulfillment: 'ship' | 'pickup';
  ship_by: Date | null;
  ship_by_us: string;
  is_overdue: boolean;
}

function selectOrders(page: Page) {
  const { query, timeZone, limit } = page;
  const { view, fulfillment, state, from, to } = query;
  const backwards = query.before !== undefined;
  const range = withCursor(page);
  const conditions = [
    viewCondition(view, timeZone),
    sql`orders.number > ${range.above}::bigint and orders.number < ${range.below}::bigint`,
    ...(isSortedByDeadline(view) ? deadlineCondition(query) : []),
    ...(fulfillment ? [sql`orders.fulfillment = ${fulfillment}`] : []),
    ...(state ? [sql`orders.progress = ${sql.lit(state)}`] : []),
    ...(from ? [sql`orders.created_at >= ${findDay(timeZone, from).begins}`] : []),
    ...(to ? [sql`orders.created_at < ${findDay(timeZone, to).ends}`] : []),
  ];
  const order = isSortedByDeadline(view)
    ? sql.raw(backwards ? 'ship_by desc, number desc' : 'ship_by, number')
    : sql.raw(backwards ? 'number' : 'number desc');
  return (source: RawBuilder<unknown>, words?: RawBuilder<unknown>) => sql<FoundOrder>`
    select orders.id, orders.number, created_at, customer_name, email, product_name, amount, refunded, status, dispute, review,
      progress, fulfillment, ship_by, (extract(epoch from ship_by) * 1000000)::bigint::text as ship_by_us,
      ${isOverdue} as is_overdue
    from ${source}
    where ${sql.join(words ? [...conditions, words] : conditions, sql` and `)}
    order by ${sql`${order}`} limit ${limit}`;
}

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));

/** The parts have to leave the shop, and nothing is wrong with the money. */
const isOpen = sql<boolean>`(orders.status = 'completed' and orders.progress in (${literals(openProgress)}))`;

const isOverdue = sql<boolean>`coalesce(${isOpen} and orders.ship_by < now(), false)`;

function viewCondition(view: OrderView, timeZone: string): RawBuilder<unknown> {
  switch (view) {
    case 'today': {
      const { begins, ends } = findDay(timeZone, new Date());
      return sql`${isOpen} and (orders.ship_by < ${ends} or orders.paid_at >= ${begins})`;
    }
    case 'to-ship':
      return sql`orders.status = 'completed' and orders.progress in (${literals([...openProgress, 'ready'])})`;
    case 'overdue':
      return sql`${isOpen} and orders.ship_by < now()`;
    case 'shipped':
      return sql`orders.payment_id is not null and orders.progress in ('shipped', 'delivered', 'picked_up')`;
    case 'problems':
      return sql`orders.number = any (array(${problemNumbers}))`;
    case 'all':
      return sql`orders.payment_id is not null`;
  }
}

/**
 * Disputes that are open or lost; paid, but sold out, and not refunded yet; refunded, but still to be packed; a failed refund
 * without a later one; an open alert. The first condition is that of the index orders_with_problem_idx.
 */
const problemNumbers = sql`
  select number from public.orders
  where payment_id is not null and (
    dispute in ('open', 'lost') or status = 'canceled'
    or (status = 'refunded' and progress in ('to_pack', 'packed', 'partly_shipped', 'ready'))
  )
  union
  select number from public.refunds join public.orders on orders.id = refunds.order_id
  where state = 'failed' and not exists (
    select from public.refunds as later
    where later.order_id = refunds.order_id and later.state <> 'failed' and later.requested_at > refunds.requested_at
  )
  union
  select number from public.alerts join public.orders on orders.id = alerts.order_id where settled_at is null`;

/** Views and states with few orders, however many the shop has had. */
function isShort({ view, state }: OrdersQuery): boolean {
  const short: readonly string[] = [...openProgress, 'ready'];
  return (view !== 'all' && view !== 'shipped') || (state !== undefined && short.includes(state));
}

interface NumberRange {
  above: string;
  below: string;
}

const anyNumber: NumberRange = { above: '0', below: '1000000000000' };

/** The orders of more days are found without knowing where their numbers begin. */
const MAX_COUNTED = 50_000;

/** The numbers of the orders of the chosen days, or more. Undefined without any. */
async function findNumbers(
  transaction: Transaction<DB>,
  { from, to }: OrdersQuery,
  timeZone: string,
): Promise<NumberRange | undefined> {
  if (!from && !to) return anyNumber;
  const ends = to && findDay(timeZone, to).ends;
  const placed = sql`
    select number from public.orders
    where payment_id is not null
      ${from ? sql`and created_at >= ${findDay(timeZone, from).begins}` : sql``}
      ${ends ? sql`and created_at < ${ends}` : sql``}`;
  const range = async (limit: RawBuilder<unknown>) => {
    // Without the offset, the planner looks for the ends in the index of numbers.
    const { rows } = await sql<{ first: string | null; last: string | null; count: number }>`
      select min(number) as first, max(number) as last, count(*)::int as count
      from (${placed} offset 0 ${limit}) as placed`.execute(transaction);
    return rows[0];
  };
  const some = await range(sql`limit ${MAX_COUNTED + 1}`);
  if (!some?.first || !some.last) return undefined;
  const after = (number: string) => String(Number(number) + 1);
  if (some.count <= MAX_COUNTED) return { above: String(Number(some.first) - 1), below: after(some.last) };
  if (!ends || ends > new Date()) return anyNumber;
  const all = await range(sql``);
  return { above: anyNumber.above, below: after(all?.last ?? anyNumber.below) };
}

/** In a list that is sorted by number. */
function withCursor({ query: { view, after, before }, numbers }: Page): NumberRange {
  if (isSortedByDeadline(view)) return numbers;
  const { above, below } = numbers;
  if (before !== undefined) return { above: largest(above, parseCursor(before).number), below };
  if (after !== undefined) return { above, below: smallest(below, parseCursor(after).number) };
  return numbers;
}

const largest = (one: string, other: string) => (Number(one) > Number(other) ? one : other);
const smallest = (one: string, other: string) => (Number(one) < Number(other) ? one : other);

function deadlineCondition({ after, before }: OrdersQuery): RawBuilder<unknown>[] {
  const cursor = before ?? after;
  if (cursor === undefined) return [];
  const { shipBy = '0', number } = parseCursor(cursor);
  const compare = sql.raw(before === undefined ? '>' : '<');
  return [
    sql`(orders.ship_by, orders.number) ${compare} (
      timestamptz 'epoch' + ${shipBy}::float8 * interval '1 microsecond', ${number}::bigint
    )`,
  ];
}

function toRow(found: FoundOrder): OrderRow {
  return {
    id: found.id,
    number: found.number,
    placedAt: found.created_at.toISOString(),
    buyer: found.customer_name ?? found.email,
    parts: found.product_name,
    totalCents: centsFromDollars(found.amount),
    refundedCents: centsFromDollars(found.refunded),
    status: found.status,
    dispute: found.dispute,
    review: found.review,
    progress: found.progress,
    fulfillment: found.fulfillment,
    shipBy: found.ship_by?.toISOString() ?? null,
    isOverdue: found.is_overdue,
  };
}

export type ViewCounts = Record<OrderView, number>;

/** Up to MAX_COUNT each. */
export async function countViews(
  transaction: Transaction<DB>,
  { timeZone }: { timeZone: string },
): Promise<ViewCounts> {
  const views = Object.keys(orderViews) as OrderView[];
  const counts = views.map(
    (view) =>
      sql`(select count(*)::int from (
        select from public.orders where ${viewCondition(view, timeZone)} limit ${sql.lit(MAX_COUNT)}
      ) as counted) as ${sql.ref(view)}`,
  );
  const { rows } = await sql<ViewCounts>`select ${sql.join(counts)}`.execute(transaction);
  return rows[0] as ViewCounts;
}
