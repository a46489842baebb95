import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { cursorTime, isBeyond, timePlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, type ListPage, readStart } from '#core/platform/list-page.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import type { PagePlace } from '#core/values/list-address.ts';
import { Refused } from '#core/values/refused.ts';
import type { DB } from '#db/types.ts';

const PAGE_SIZE = 25;

/** A change of an order that its platform does not know yet. */
export interface EventRow {
  id: string;
  orderNumber: string;
  profileUrl: string;
  /** ISO 8601. */
  happenedAt: string;
  state: 'waiting' | 'failed';
  attempts: number;
  /** Of the last attempt. */
  outcome: string | null;
  nextAt: string | null;
}

/** Lists events that were not delivered, newest first. */
export async function listEvents(
  transaction: Transaction<DB>,
  query: PagePlace,
): Promise<ListPage<EventRow>> {
  const start = readStart(query, ...timePlace);
  const order = start.backwards ? 'asc' : 'desc';
  const direction = sql.raw(order);
  const { rows } = await sql<
    Omit<EventRow, 'happenedAt' | 'nextAt'> & { happenedAt: Date; nextAt: Date | null; time: string }
  >`
    select events.id, orders.number as "orderNumber", profile_url as "profileUrl", happened_at as "happenedAt", state,
      attempts, outcome, next_at as "nextAt", ${cursorTime('happened_at')} as time
    from (
      select id, order_id, checkout_id, happened_at, state, attempts, outcome, next_at from agent_events
      where state <> 'delivered' and ${isBeyond(start.place, order, ['happened_at', 'id'])}
      order by happened_at ${direction}, id ${direction} limit ${PAGE_SIZE + 1}
    ) as events
    join orders on orders.id = events.order_id
    join agent_checkouts on agent_checkouts.id = events.checkout_id
    join agent_platforms on agent_platforms.id = agent_checkouts.platform_id
    order by happened_at ${direction}, events.id ${direction}`.execute(transaction);
  const page = cutPage(rows, start, PAGE_SIZE, ({ time, id }) => [time, id]);
  return {
    ...page,
    rows: page.rows.map(({ time: _, happenedAt, nextAt, ...row }) =>
      Object.assign(row, {
        happenedAt: happenedAt.toISOString(),
        nextAt: nextAt?.toISOString() ?? null,
      }),
    ),
  };
}

/**
 * Sends an event again, with the same id and body. A trigger adds the job. It has the order as it was, so it must not follow a later
 * one that was delivered.
 */
export async function sendEventAgain(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const later = await transaction
    .selectFrom('agent_events as event')
    .innerJoin('agent_events as later', (join) =>
      join
        // The index is by checkout.
        .onRef('later.checkout_id', '=', 'event.checkout_id')
        .onRef('later.order_id', '=', 'event.order_id')
        .onRef('later.happened_at', '>', 'event.happened_at'),
    )
    .select('later.id')
    .where('event.id', '=', id)
    .where('event.state', '<>', 'delivered')
    .where('later.state', '=', 'delivered')
    .limit(1)
    .executeTakeFirst();
  if (later) throw new Refused('the platform has got a later state of this order meanwhile');
  const sent = await transaction
    .updateTable('agent_events')
    .set({ state: 'waiting', attempts: 0, next_at: null })
    .where('id', '=', id)
    .where('state', '<>', 'delivered')
    .returning('order_id')
    .executeTakeFirst();
  if (!sent) throw new Refused('it was delivered meanwhile, or is no longer kept');
  await logAdminAction(transaction, 'send_agent_event_again', {
    resourceType: 'agent_events',
    resourceId: id,
  });
  return { done: true, message: 'The event is sent again' };
}
