import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import type { PageCache } from '../page-cache/page-cache.ts';
import { family, type Family, type Labels } from './families.ts';

/** In milliseconds. */
const EVENT_LOOP_RESOLUTION = 20;

const QUANTILES = [0.5, 0.99, 1];

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

export interface ProcessMetrics {
  collect(labels: Labels): Family[];
  stop(): void;
}

export function createProcessMetrics({ pools, pages, live }: MeasuredProcess): ProcessMetrics {
  const eventLoop = monitorEventLoopDelay({ resolution: EVENT_LOOP_RESOLUTION });
  eventLoop.enable();

  /** Since the last call. */
  function readEventLoop(): [quantile: number, seconds: number][] {
    // The histogram has the time between two ticks of a timer.
    const delays = QUANTILES.map((quantile): [number, number] => [
      quantile,
      Math.max(0, eventLoop.percentile(quantile * 100) / 1e9 - EVENT_LOOP_RESOLUTION / 1_000),
    ]);
    eventLoop.reset();
    return delays;
  }

  return {
    collect(labels) {
      const { user, system } = process.cpuUsage();
      const { hits, misses, bytes } = pages?.counts ?? { hits: 0, misses: 0, bytes: 0 };
      const opened = Object.entries(pools);
      return [
        family('counter', 'partyard_page_cache_requests_total', 'Requests for public pages.', [
          [{ ...labels, result: 'hit' }, hits],
          [{ ...labels, result: 'miss' }, misses],
        ]),
        family('gauge', 'partyard_page_cache_bytes', 'Memory of kept pages.', [[labels, bytes]]),
        family(
          'gauge',
          'partyard_database_connections',
          'Open connections to the database.',
          opened.flatMap(([pool, { totalCount, idleCount }]) => [
            [{ ...labels, pool, state: 'busy' }, totalCount - idleCount],
            [{ ...labels, pool, state: 'idle' }, idleCount],
          ]),
        ),
        family(
          'gauge',
          'partyard_database_connections_max',
          'Connections that a pool can open.',
          opened.map(([pool, { options }]) => [{ ...labels, pool }, options.max]),
        ),
        family(
          'gauge',
          'partyard_database_connections_awaited',
          'Statements and transactions that wait for a connection of their pool.',
          opened.map(([pool, { waitingCount }]) => [{ ...labels, pool }, waitingCount]),
        ),
        family(
          'counter',
          'partyard_database_connections_refused_total',
          'How often the database server had no connection left.',
          opened.map(([pool, { refused }]) => [{ ...labels, pool }, refused]),
        ),
        family(
          'gauge',
          'partyard_event_loop_delay_seconds',
          'How late timers ran since the last scrape: requests wait as long.',
          readEventLoop().map(([quantile, seconds]) => [{ ...labels, quantile }, seconds]),
        ),
        family('gauge', 'partyard_live_streams', 'Open streams of live updates.', [[labels, live.streams]]),
        family('counter', 'process_cpu_seconds_total', 'Processor time.', [[labels, (user + system) / 1e6]]),
        family('gauge', 'process_resident_memory_bytes', 'Resident memory.', [
          [labels, process.memoryUsage.rss()],
        ]),
        family('gauge', 'process_start_time_seconds', 'When the process started.', [
          [labels, Math.round(performance.timeOrigin / 1_000)],
        ]),
      ];
    },
    stop: () => eventLoop.disable(),
  };
}
