import { sql, type Transaction } from 'kysely';
import { cursorTime, isBeyond, timePlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, type ListPage, readStart } from '#core/platform/list-page.server.ts';
import { inCents } from '#core/sales/read-pages.server.ts';
import { findRefusals } from '#core/settings/assistant-settings.ts';
import type { PagePlace } from '#core/values/list-address.ts';
import type { DB } from '#db/types.ts';

const PAGE_SIZE = 25;

export interface PlatformRow {
  id: string;
  host: string;
  profileUrl: string;
  /** ISO 8601. At most an hour before the last call. */
  lastSeen: string;
  firstSeen: string;
  hasSigned: boolean;
  /** Refused hosts that refuse it. */
  refusedBy: string[];
  /** Carts and checkouts of the last 7 days: those without an order are not kept longer. */
  carts: number;
  checkouts: number;
  /** Searches of the last 90 days that found nothing. */
  missed: number;
  /** Paid orders whose checkout is of the last 90 days, and their money without refunds. */
  orders: number;
  cents: number;
}

interface FoundPlatform extends Omit<PlatformRow, 'host' | 'lastSeen' | 'firstSeen' | 'refusedBy'> {
  lastSeen: Date;
  firstSeen: Date;
  time: string;
}

/** Lists platforms whose assistants have called, those that called last first. */
export async function listPlatforms(
  transaction: Transaction<DB>,
  query: PagePlace,
  refusedHosts: readonly string[],
): Promise<ListPage<PlatformRow>> {
  const start = readStart(query, ...timePlace);
  const order = start.backwards ? 'asc' : 'desc';
  const direction = sql.raw(order);
  const { rows } = await sql<FoundPlatform>`
    select platforms.id, profile_url as "profileUrl", first_seen_at as "firstSeen", last_seen_at as "lastSeen",
      signed_at is not null as "hasSigned", ${cursorTime('platforms.last_seen_at')} as time,
      (
        select count(*)::int from agent_carts
        where platform_id = platforms.id and created_at > now() - interval '7 days'
      ) as carts,
      (
        select count(*)::int from agent_checkouts
        where platform_id = platforms.id and created_at > now() - interval '7 days'
      ) as checkouts,
      coalesce(missed.searches, 0) as missed, bought.orders, bought.cents
    from (
      select * from agent_platforms where ${isBeyond(start.place, order, ['last_seen_at', 'id'])}
      order by last_seen_at ${direction}, id ${direction} limit ${PAGE_SIZE + 1}
    ) as platforms
    left join (
      select resource_id, count(*)::int as searches from audit_logs
      where action = 'search' and details ->> 'results_count' = '0' and resource_type = 'agent_platform'
        and created_at > now() - interval '90 days'
      group by resource_id
    ) as missed on missed.resource_id = platforms.id::text
    cross join lateral (
      select count(*)::int as orders, ${inCents(sql`sum(amount - refunded)`)} as cents
      from agent_checkouts join orders on orders.browser_id = agent_checkouts.payer_id
      where platform_id = platforms.id and agent_checkouts.created_at > now() - interval '90 days'
        and orders.paid_at is not null
    ) as bought
    order by last_seen_at ${direction}, platforms.id ${direction}`.execute(transaction);
  const page = cutPage(rows, start, PAGE_SIZE, ({ time, id }) => [time, id]);
  return {
    ...page,
    rows: page.rows.map(({ time: _, firstSeen, lastSeen, ...row }) => {
      const host = new URL(row.profileUrl).hostname;
      return Object.assign(row, {
        host,
        lastSeen: lastSeen.toISOString(),
        firstSeen: firstSeen.toISOString(),
        refusedBy: findRefusals(host, refusedHosts),
      });
    }),
  };
}
