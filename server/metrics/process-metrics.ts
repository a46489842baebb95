import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, type Metric, type Registry } from 'prom-client';
import type { PageCache } from '../page-cache/page-cache.ts';

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

/** Processor time, memory, event loop and garbage collection by prom-client, and what is the shop's own. */
export function addProcessMetrics(registry: Registry, { pools, pages, live }: MeasuredProcess): void {
  const add = (metric: Metric) => registry.registerMetric(metric);
  collectDefaultMetrics({ register: registry });
  if (pages) {
    add(
      new Counter({
        name: 'partyard_page_cache_requests_total',
        help: 'Requests for public pages.',
        labelNames: ['result'],
        registers: [],
        collect() {
          this.reset();
          this.inc({ result: 'hit' }, pages.counts.hits);
          this.inc({ result: 'miss' }, pages.counts.misses);
        },
      }),
    );
    add(
      new Gauge({
        name: 'partyard_page_cache_bytes',
        help: 'Memory of kept pages.',
        registers: [],
        collect() {
          this.set(pages.counts.bytes);
        },
      }),
    );
  }
  add(
    new Gauge({
      name: 'partyard_database_connections',
      help: 'Open connections to the database.',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
          this.set({ pool, state: 'busy' }, totalCount - idleCount);
          this.set({ pool, state: 'idle' }, idleCount);
        }
      },
    }),
  );
  add(
    new Gauge({
      name: 'partyard_database_connections_max',
      help: 'Connections that a pool can open.',
      labelNames: ['pool'],
      registers: [],
      collect() {
        for (const [pool, { options }] of Object.entries(pools)) this.set({ pool }, options.max);
      },
    }),
  );
  add(
    new Gauge({
      name: 'partyard_database_connections_awaited',
      help: 'Statements and transactions that wait for a connection of their pool.',
      labelNames: ['pool'],
      registers: [],
      collect() {
        for (const [pool, { waitingCount }] of Object.entries(pools)) this.set({ pool }, waitingCount);
      },
    }),
  );
  add(
    new Counter({
      name: 'partyard_database_connections_refused_total',
      help: 'How often the database server had no connection left.',
      labelNames: ['pool'],
      registers: [],
      collect() {
        this.reset();
        for (const [pool, { refused }] of Object.entries(pools)) this.inc({ pool }, refused);
      },
    }),
  );
  add(
    new Gauge({
      name: 'partyard_live_streams',
      help: 'Open streams of live updates.',
      registers: [],
      collect() {
        this.set(live.streams);
      },
    }),
  );
}
