import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { findDay } from '#core/settings/opening-hours.ts';
import type { Progress } from './order-progress.ts';
import { type WordSearch, readWordSearch } from '#core/values/word-search.ts';
import type { Review } from './order-action.ts';
import type { DisputeState, OrderStatus } from './order.ts';
import { selectFoundNumbers } from './find-order-numbers.server.ts';
import {
  deadlineCondition,
  findNumbers,
  type NumberRange,
  orderPlace,
  readOrdersStart,
  withCursor,
} from './order-range.server.ts';
import { cutPage, type ListPage } from '#core/platform/list-page.server.ts';
import { isOverdue, isShort, viewCondition } from './order-views.server.ts';
import { isSortedByDeadline, type OrdersQuery } from './orders-address.ts';

const PAGE_SIZE = 25;

/** A search tries the newest orders first: popular words are among them. */
const NEWEST = 4_000;

export interface OrderRow {
  id: string;
  /** Has no 'PY-'. */
  number: string;
  placedAt: string;
  buyer: string | null;
  parts: string | null;
  totalCents: number;
  refundedCents: number;
  status: OrderStatus;
  dispute: DisputeState | null;
  review: Review | null;
  holdReason: string | null;
  progress: Progress | null;
  fulfillment: 'ship' | 'pickup';
  shipBy: string | null;
  isOverdue: boolean;
  /** True if an assistant prepared it. */
  byAssistant: boolean;
  /** True if the order has left the page since it was loaded. */
  hasMoved?: boolean;
}

export type OrderList = ListPage<OrderRow>;

export interface ListOptions {
  timeZone: string;
  pageSize?: number;
}

/** Lists one page of a view. */
export async function listOrders(
  transaction: Transaction<DB>,
  query: OrdersQuery,
  { timeZone, pageSize = PAGE_SIZE }: ListOptions,
): Promise<OrderList> {
  const search = query.q === '' ? undefined : readWordSearch(query.q);
  const numbers = await findNumbers(transaction, query, timeZone);
  if (!numbers || (query.q !== '' && !search)) return { rows: [], previous: null, next: null };
  const found = await findPage(transaction, { query, search, numbers, timeZone, limit: pageSize + 1 });
  const page = cutPage(found, readOrdersStart(query), pageSize, ({ number, ship_by_us: shipBy }) =>
    orderPlace(query.view, { number, shipBy }),
  );
  return { ...page, rows: page.rows.map(toRow) };
}

interface Page {
  query: OrdersQuery;
  search: WordSearch | undefined;
  numbers: NumberRange;
  timeZone: string;
  limit: number;
}

async function findPage(transaction: Transaction<DB>, page: Page): Promise<FoundOrder[]> {
  const { query, search, limit } = page;
  const select = selectOrders(page);
  if (!search) return run(select(sql`public.orders`));
  // Orders are few, so each is compared with the words.
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
  const range = withCursor(query, page.numbers);
  const direction = sql.raw(readOrdersStart(query).backwards ? 'asc' : 'desc');
  // Each matching order is looked up by its id: a plan that reads all orders would seem cheap for popular words.
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
  // An array is read once, and its newest orders are looked up first.
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
  hold_reason: string | null;
  progress: Progress | null;
  fulfillment: 'ship' | 'pickup';
  ship_by: Date | null;
  ship_by_us: string;
  is_overdue: boolean;
  by_assistant: boolean;
}

function selectOrders(page: Page) {
  const { query, timeZone, limit } = page;
  const { view, fulfillment, state, from, to } = query;
  const { backwards } = readOrdersStart(query);
  const range = withCursor(query, page.numbers);
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
      hold_reason, progress, fulfillment, ship_by, (extract(epoch from ship_by) * 1000000)::bigint::text as ship_by_us,
      ${isOverdue} as is_overdue,
      exists (select from public.agent_checkouts where payer_id = orders.browser_id) as by_assistant
    from ${source}
    where ${sql.join(words ? [...conditions, words] : conditions, sql` and `)}
    order by ${sql`${order}`} limit ${limit}`;
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
    holdReason: found.hold_reason,
    progress: found.progress,
    fulfillment: found.fulfillment,
    shipBy: found.ship_by?.toISOString() ?? null,
    isOverdue: found.is_overdue,
    byAssistant: found.by_assistant,
  };
}
