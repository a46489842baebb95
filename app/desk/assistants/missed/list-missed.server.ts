import { sql, type Transaction } from 'kysely';
import { cursorTime, timeOf, timePlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, type ListPage, readStart } from '#core/platform/list-page.server.ts';
import type { DB } from '#db/types.ts';
import type { MissedQuery } from '../assistants-pages.ts';

const PAGE_SIZE = 25;

/** What the buyers of assistants looked for and did not find. */
export interface MissedRow {
  /** Is computed from its words and car. */
  id: string;
  /** In small letters. Empty if only the car was named. */
  words: string;
  /** The car that the parts had to fit. */
  year: string | null;
  make: string | null;
  model: string | null;
  category: string | null;
  times: number;
  /** ISO 8601. */
  last: string;
}

/**
 * Lists searches of assistants in the last 90 days that found nothing, by words and car. Ids of platforms are not public, so no
 * browser can make such events up.
 */
export async function listMissed(
  transaction: Transaction<DB>,
  { sort, ...query }: MissedQuery,
): Promise<ListPage<MissedRow>> {
  const start = readStart(query, /^\d{1,9}$/, ...timePlace);
  const direction = sql.raw(start.backwards ? 'asc' : 'desc');
  const than = sql.raw(start.backwards ? '>' : '<');
  const [times, micros, id] = start.place ?? [];
  const place = [sql`${times}::int`, timeOf({ number: micros }), sql`${id}::uuid`];
  const columns = [sql`times`, sql`last`, sql`id`];
  // By time, the number does not count.
  const from = sort === 'often' ? 0 : 1;
  const ordered = sql.join(columns.slice(from).map((column) => sql`${column} ${direction}`));
  const isBeyond = start.place
    ? sql`(${sql.join(columns.slice(from))}) ${than} (${sql.join(place.slice(from))})`
    : sql`true`;
  const { rows } = await sql<Omit<MissedRow, 'last'> & { last: Date; micros: string }>`
    select missed.*, ${cursorTime('last')} as micros
    from (
      select md5(row(words, year, make, model, category)::text)::uuid as id, words, year, make, model, category,
        count(*)::int as times, max(created_at) as last
      from (
        select lower(btrim(coalesce(details ->> 'query', ''))) as words, details ->> 'year' as year,
          details ->> 'make' as make, details ->> 'model' as model, details ->> 'category' as category, created_at
        from audit_logs join agent_platforms on agent_platforms.id::text = resource_id
        where action = 'search' and details ->> 'results_count' = '0' and resource_type = 'agent_platform'
          and created_at > now() - interval '90 days'
      ) as searches
      group by words, year, make, model, category
    ) as missed
    where ${isBeyond}
    order by ${ordered} limit ${PAGE_SIZE + 1}`.execute(transaction);
  return cutPage(
    rows.map(({ last, ...row }) => Object.assign(row, { last: last.toISOString() })),
    start,
    PAGE_SIZE,
    (row) => [String(row.times), row.micros, row.id],
  );
}
