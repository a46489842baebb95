import type { RequestListener } from 'node:http';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { ServerBuild } from 'react-router';
import { LIVE_PATH } from '#core/live/live-address.ts';
import { CLIENT_LEFT } from '../middleware/client-left.ts';
import { type Family, workerFamilies } from './families.ts';
import { type MeasuredProcess, readProcessMetrics } from './process-metrics.ts';
import { createRoutePatterns, patternsById } from '../route-patterns.ts';
import { createShopMetrics, type ShopMetricsOptions } from './shop-metrics.ts';

/** Served beside the screens (server/app.ts). */
const OTHER_ROUTES = ['/assets/*', '/files/*', LIVE_PATH, '/health', '/ready', '/metrics'];

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Metrics {
  /** Counts requests when their answer has been sent, or their client has left. */
  measure(next: RequestListener): RequestListener;
  /** Adds the figures of objects that are made after the routes. */
  watch(measured: MeasuredProcess): void;
  /** The figures of this process. */
  collect(): Promise<Family[]>;
  /** The figures of all processes of this machine, and of the shop, in the format of Prometheus. */
  read(): Promise<string>;
}

export interface MetricsOptions extends ShopMetricsOptions {
  routes: ServerBuild['routes'];
  /** Collects the figures of the other processes. Resolves with undefined if they do not answer. */
  collectOthers: (() => Promise<Family[] | undefined>) | undefined;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const { worker, collectOthers } = options;
  const registry = new Registry();
  registry.setDefaultLabels({ worker });
  const requests = new Counter({
    name: 'partyard_http_requests_total',
    help: 'Answered requests, by the pattern of their route. Status 499: the client left before the answer.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'partyard_http_request_duration_seconds',
    help: 'The time from the request to the end of its answer. Streams of live updates are not measured.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const patternOf = createRoutePatterns([...OTHER_ROUTES, ...patternsById(options.routes).values()]);
  const readShop = createShopMetrics(options);
  let watched: MeasuredProcess | undefined;

  async function collect(): Promise<Family[]> {
    // prom-client declares types as numbers, but they are texts.
    const counted = (await registry.getMetricsAsJSON()) as unknown as Family[];
    return [...counted, ...(watched ? readProcessMetrics(watched, worker) : [])];
  }

  return {
    measure: (next) => (incoming, outgoing) => {
      const started = performance.now();
      const url = incoming.url ?? '';
      outgoing.on('close', () => {
        const route = patternOf(url);
        requests.inc({ route, status: outgoing.headersSent ? outgoing.statusCode : CLIENT_LEFT });
        // Streams last as long as a page is open.
        if (route !== LIVE_PATH) durations.observe({ route }, (performance.now() - started) / 1_000);
      });
      next(incoming, outgoing);
    },
    watch(measured) {
      // This adds processor time, memory, event loop and garbage collection.
      collectDefaultMetrics({ register: registry });
      watched = measured;
    },
    collect,
    async read() {
      const [own, others, shop] = await Promise.all([collect(), collectOthers?.(), readShop()]);
      const families = [...own, ...(others ?? workerFamilies(new Map([[worker, true]]), 0)), ...shop];
      // Each process has a label of its own, so that each sum is of one figure.
      const summed = families.map((each) => Object.assign(each, { aggregator: 'sum' }));
      // Families of one name become one.
      return AggregatorRegistry.aggregate([summed]).metrics();
    },
  };
}
