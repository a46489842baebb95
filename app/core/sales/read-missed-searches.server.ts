import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { periodIn, type SalesDays } from './read-days.server.ts';

export interface MissedSearch {
  text: string;
  times: number;
  /** ISO 8601. */
  last: string;
}

/** Reads searches without a result, the most frequent first: their words, or else their vehicle and filters. */
export async function readMissedSearches(
  transaction: Transaction<DB>,
  options: SalesDays,
  most: number,
): Promise<MissedSearch[]> {
  const { rows } = await sql<{ text: string; times: string; last: Date }>`
    select coalesce(
        nullif(lower(btrim(details ->> 'query')), ''),
        concat_ws(' ', details ->> 'year', details ->> 'make', details ->> 'model', details ->> 'category')
      ) as text, count(*) as times, max(created_at) as last
    from audit_logs
    where action = 'search' and details ->> 'results_count' = '0' and ${periodIn('created_at', options)}
    group by 1 order by times desc, last desc limit ${most}`.execute(transaction);
  return rows.map(({ text, times, last }) => ({
    text: text || 'Filters only',
    times: Number(times),
    last: last.toISOString(),
  }));
}
