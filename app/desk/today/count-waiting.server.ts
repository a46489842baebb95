import { sql, type Transaction } from 'kysely';
import { countView } from '#core/orders/order-views.server.ts';
import { countUpTo } from '#core/platform/count-up-to.server.ts';
import type { DB } from '#db/types.ts';

/** Numbers of rows that wait for someone, each up to MAX_COUNT. */
export interface Waiting {
  /** Orders to ship today, overdue ones included. */
  orders: number;
  /** Returns to decide, and those that are here. */
  returns: number;
  requests: number;
  messages: number;
  alerts: number;
}

/** Counts for the side bar. Staff see the alerts about orders only, so they count those. */
export async function countWaiting(
  transaction: Transaction<DB>,
  { timeZone }: { timeZone: string },
): Promise<Waiting> {
  const { rows } = await sql<Waiting>`select
    ${countView('today', timeZone)} as orders,
    ${countUpTo(sql`public.returns where state in ('asked', 'received', 'inspected')`)} as returns,
    ${countUpTo(sql`public.inbox_threads where kind = 'request' and state = 'open'`)} as requests,
    ${countUpTo(sql`public.inbox_threads where kind = 'message' and state = 'open'`)} as messages,
    ${countUpTo(sql`public.alerts where settled_at is null`)} as alerts`.execute(transaction);
  return rows[0] as Waiting;
}
