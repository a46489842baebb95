import type pg from 'pg';
import type { PageCache } from '../page-cache/page-cache.ts';
import { counter, type Family, gauge } from './families.ts';

type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'> & { refused: number };

export interface MeasuredProcess {
  pools: Readonly<Record<string, Pool>>;
  /** Undefined if the process has no page cache. */
  pages: Pick<PageCache, 'counts'> | undefined;
  live: { readonly streams: number };
}

/** Reads the shop's own figures of a process. */
export function readProcessMetrics({ pools, pages, live }: MeasuredProcess, worker: number): Family[] {
  const ofPools = (read: (pool: Pool) => number, labels = {}) =>
    Object.entries(pools).map(([pool, each]) => [{ worker, pool, ...labels }, read(each)] as const);
  const { hits, misses, bytes } = pages?.counts ?? { hits: 0, misses: 0, bytes: 0 };
  return [
    gauge('partyard_database_connections', 'Open connections to the database.', [
      ...ofPools(({ totalCount, idleCount }) => totalCount - idleCount, { state: 'busy' }),
      ...ofPools(({ idleCount }) => idleCount, { state: 'idle' }),
    ]),
    gauge(
      'partyard_database_connections_max',
      'Connections that a pool can open.',
      ofPools(({ options }) => options.max),
    ),
    gauge(
      'partyard_database_connections_awaited',
      'Statements and transactions that wait for a connection of their pool.',
      ofPools(({ waitingCount }) => waitingCount),
    ),
    counter(
      'partyard_database_connections_refused_total',
      'How often the database server had no connection left.',
      ofPools(({ refused }) => refused),
    ),
    gauge('partyard_live_streams', 'Open streams of live updates.', [[{ worker }, live.streams]]),
    counter('partyard_page_cache_requests_total', 'Requests for public pages.', [
      [{ worker, result: 'hit' }, hits],
      [{ worker, result: 'miss' }, misses],
    ]),
    gauge('partyard_page_cache_bytes', 'Memory of kept pages.', [[{ worker }, bytes]]),
  ];
}
