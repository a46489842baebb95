import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { countUpTo } from '#core/platform/count-up-to.server.ts';
import { findDay } from '#core/settings/opening-hours.ts';
import { openProgress } from './order-progress.ts';
import { type OrdersQuery, type OrderView, orderViews } from './orders-address.ts';

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));

const waitsForShop = sql`orders.status = 'completed' and orders.progress in (${literals([...openProgress, 'ready'])})`;

/** True if the parts have to leave the shop, nothing is wrong with the money, and staff do not hold the order. */
const isOpen = sql<boolean>`(
  orders.status = 'completed' and orders.progress in (${literals(openProgress)}) and orders.hold_reason is null
)`;

export const isOverdue = sql<boolean>`coalesce(${isOpen} and orders.ship_by < now(), false)`;

export function viewCondition(view: OrderView, timeZone: string): RawBuilder<unknown> {
  switch (view) {
    case 'today': {
      const { begins, ends } = findDay(timeZone, new Date());
      return sql`${isOpen} and (orders.ship_by < ${ends} or orders.paid_at >= ${begins})`;
    }
    case 'to-ship':
      return sql`${waitsForShop} and orders.hold_reason is null`;
    case 'overdue':
      return sql`${isOpen} and orders.ship_by < now()`;
    case 'on-hold':
      return sql`${waitsForShop} and orders.hold_reason is not null`;
    case 'shipped':
      return sql`orders.payment_id is not null and orders.progress in ('shipped', 'delivered', 'picked_up')`;
    case 'problems':
      return sql`orders.number = any (array(${problemNumbers}))`;
    case 'all':
      return sql`orders.payment_id is not null`;
  }
}

/**
 * Finds open or lost disputes, paid orders that are sold out and not refunded yet, refunded ones that are still to be packed,
 * failed refunds without a later one, and open alerts. The first condition is that of the index orders_with_problem_idx.
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

/** Tells whether a view and state have few orders, however many the shop has had. */
export function isShort({ view, state }: OrdersQuery): boolean {
  const short: readonly string[] = [...openProgress, 'ready'];
  return (view !== 'all' && view !== 'shipped') || (state !== undefined && short.includes(state));
}

export type ViewCounts = Record<OrderView, number>;

/** Counts the orders of a view. */
export function countView(view: OrderView, timeZone: string): RawBuilder<number> {
  return countUpTo(sql`public.orders where ${viewCondition(view, timeZone)}`);
}

/** Counts up to MAX_COUNT in each view. */
export async function countViews(
  transaction: Transaction<DB>,
  { timeZone }: { timeZone: string },
): Promise<ViewCounts> {
  const views = Object.keys(orderViews) as OrderView[];
  const counts = views.map((view) => sql`${countView(view, timeZone)} as ${sql.ref(view)}`);
  const { rows } = await sql<ViewCounts>`select ${sql.join(counts)}`.execute(transaction);
  return rows[0] as ViewCounts;
}
