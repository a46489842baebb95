import { sql } from 'kysely';
import type { Settlement } from '#core/returns/return-refund.ts';
import type { ReturnKind, ReturnState } from '#core/orders/return.ts';
import { bothTimes, type Cursor, inPage, PAGE_SIZE, type PageQuery } from './read-pages.server.ts';

/** A return with the settlement of its refund. */
export interface ReturnRow extends Cursor {
  number: string;
  order: string;
  asked_utc: string;
  asked: string;
  last_step_utc: string;
  last_step: string;
  kind: ReturnKind;
  reason: string | null;
  state: ReturnState;
  announced: number;
  received: number;
  settlement: Settlement | null;
}

/** Selects the returns that were asked for in a period. */
export const selectReturns: PageQuery<ReturnRow> = (days, after) => sql<ReturnRow>`
  select found.asked_at::text as at, found.id::text as key, found.number::text as number, orders.number::text as order,
    ${bothTimes('found.asked_at', 'asked', days)}, ${bothTimes('step.at', 'last_step', days)},
    found.kind, found.reason, found.state, units.announced, units.received, found.settlement
  from (
    select * from returns where ${inPage(days, after, ['asked_at', 'id', 'uuid'])}
    order by asked_at, id limit ${PAGE_SIZE}
  ) as found
  join orders on orders.id = order_id
  left join lateral (
    select coalesce(sum(quantity), 0)::int as announced, coalesce(sum(received), 0)::int as received
    from return_lines where return_id = found.id
  ) as units on true
  left join lateral (
    select at from return_events where return_id = found.id order by id desc limit 1
  ) as step on true
  order by found.asked_at, found.id`;
