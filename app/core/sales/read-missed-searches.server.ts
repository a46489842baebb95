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

/** A search of assistants of one platform that found nothing. */
export interface MissedByAssistant {
  /** The address of the platform's profile. */
  platform: string;
  query: string;
  /** The car that the parts had to fit. Null if none was named. */
  vehicle: { year: number; make: string; model: string } | null;
  times: number;
  /** ISO 8601. */
  last: string;
}

/**
 * Reads what the buyers of assistants did not find, by platform, words and car, the most frequent first. The ids of platforms are
 * not public, so no browser can send such events.
 */
export async function readMissedByAssistants(
  transaction: Transaction<DB>,
  options: SalesDays,
  most: number,
): Promise<MissedByAssistant[]> {
  const { rows } = await sql<MissedRow>`
    select profile_url as platform, lower(btrim(details ->> 'query')) as query, details ->> 'year' as year,
      details ->> 'make' as make, details ->> 'model' as model, count(*) as times, max(created_at) as last
    from audit_logs join agent_platforms on agent_platforms.id::text = resource_id
    where action = 'search' and details ->> 'results_count' = '0' and resource_type = 'agent_platform'
      and ${periodIn('created_at', options)}
    group by 1, 2, 3, 4, 5 order by times desc, last desc limit ${most}`.execute(transaction);
  return rows.map(({ platform, query, year, make, model, times, last }) => ({
    platform,
    query: query ?? '',
    vehicle: year && make && model ? { year: Number(year), make, model } : null,
    times: Number(times),
    last: last.toISOString(),
  }));
}

type MissedRow = Record<'platform' | 'times', string> &
  Record<'query' | 'year' | 'make' | 'model', string | null> & { last: Date };
