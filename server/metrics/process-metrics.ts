import type pg from 'pg';
import type { PageCache } from '../page-cache/page-cache.ts';
import { family, type Family, type Labels } from './families.ts';

type MeasuredPool = MeasuredProcess['pools'][string];

export interface MeasuredProcess {
  pools: Readonly<
    Record<
      string,
      Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'> & { refused: number }
    >
  >;
  /** Undefined without a page cache. */
  pages: Pick<PageCache, 'counts'> | undefined;
  live: { readonly streams: number };
}

/** The shop's own figures of a process. */
export function readProcessMetrics({ pools, pages, live }: MeasuredProcess, labels: Labels): Family[] {
  const ofPools = (read: (pool: MeasuredPool) => number) =>
    Object.entries(pools).map(([pool, each]) => [{ ...labels, pool }, read(each)] as const);
  const ofState = (state: string, read: (pool: MeasuredPool) => number) =>
    ofPools(read).map(([given, value]) => [{ ...given, state }, value] as const);
  const families = [
    family('gauge', 'partyard_database_connections', 'Open connections to the database.', [
      ...ofState('busy', ({ totalCount, idleCount }) => totalCount - idleCount),
      ...ofState('idle', ({ idleCount }) => idleCount),
    ]),
    family(
      'gauge',
      'partyard_database_connections_max',
      'Connections that a pool can open.',
      ofPools(({ options }) => options.max),
    ),
    family(
      'gauge',
      'partyard_database_connections_awaited',
      'Statements and transactions that wait for a connection of their pool.',
      ofPools(({ waitingCount }) => waitingCount),
    ),
    family(
      'counter',
      'partyard_database_connections_refused_total',
      'How often the database server had no connection left.',
      ofPools(({ refused }) => refused),
    ),
    family('gauge', 'partyard_live_streams', 'Open streams of live updates.', [[labels, live.streams]]),
  ];
  if (!pages) return families;
  const { hits, misses, bytes } = pages.counts;
  return [
    ...families,
    family('counter', 'partyard_page_cache_requests_total', 'Requests for public pages.', [
      [{ ...labels, result: 'hit' }, hits],
      [{ ...labels, result: 'miss' }, misses],
    ]),
    family('gauge', 'partyard_page_cache_bytes', 'Memory of kept pages.', [[labels, bytes]]),
  ];
}
