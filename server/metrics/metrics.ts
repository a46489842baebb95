import type { RequestListener } from 'node:http';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { ServerBuild } from 'react-router';
import { LIVE_PATH } from '#domain/live-address.ts';
import type { Family } from './families.ts';
import { type MeasuredProcess, readProcessMetrics } from './process-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';
import { createRoutePatterns } from './route-patterns.ts';
import { createShopMetrics, type ShopMetricsOptions } from './shop-metrics.ts';
import { workerRestarts, workerUp } from './worker-metrics.ts';

/** Served beside the screens (server/app.ts). */
const OTHER_ROUTES = ['/assets/*', '/files/*', LIVE_PATH, '/health', '/ready', '/metrics'];

export interface Metrics {
  measure(next: RequestListener): RequestListener;
  /** Adds the figures of what is made after the routes. */
  watch(measured: MeasuredProcess): void;
  /** The figures of this process. */
  collect(): Promise<Family[]>;
  /** The figures of all processes of this machine, and of the shop, in the format of Prometheus. */
  read(): Promise<string>;
}

export interface MetricsOptions extends ShopMetricsOptions {
  routes: ServerBuild['routes'];
  /** The number of this process. */
  worker: number;
  /** The figures of the others. Undefined without an answer. */
  collectOthers: (() => Promise<Family[] | undefined>) | undefined;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const { worker, collectOthers } = options;
  const registry = new Registry();
  registry.setDefaultLabels({ worker });
  const patternOf = createRoutePatterns([...OTHER_ROUTES, ...patternsOf(options.routes)]);
  const collectShop = createShopMetrics(options);
  let watched: MeasuredProcess | undefined;
  const collect = async () => [
    // Declared as numbers, types are texts.
    ...((await registry.getMetricsAsJSON()) as unknown as Family[]),
    ...(watched ? readProcessMetrics(watched, { worker }) : []),
  ];
  return {
    measure: createRequestMetrics(registry, patternOf),
    collect,
    watch(measured) {
      // Processor time, memory, event loop and garbage collection.
      collectDefaultMetrics({ register: registry });
      watched = measured;
    },
    async read() {
      const [own, others, shop] = await Promise.all([collect(), collectOthers?.(), collectShop({ worker })]);
      return formatFamilies([
        ...own,
        ...(others ?? [workerUp(new Map([[worker, true]])), workerRestarts(0)]),
        ...shop,
      ]);
    },
  };
}

/** In the format of Prometheus. Families of one name become one. */
function formatFamilies(families: readonly Family[]): Promise<string> {
  // Each process has a label of its own, so that each sum is of one figure.
  const summed = families.map((each) => ({ ...each, aggregator: 'sum' }));
  return AggregatorRegistry.aggregate([summed]).metrics();
}

function patternsOf(routes: ServerBuild['routes']): string[] {
  const pathOf = (id: string | undefined): string => {
    const route = routes[id ?? ''];
    return route ? `${pathOf(route.parentId)}/${route.path ?? ''}` : '';
  };
  return Object.keys(routes)
    .map((id) => `/${pathOf(id).split('/').filter(Boolean).join('/')}`)
    .filter((pattern) => pattern !== '/*');
}
