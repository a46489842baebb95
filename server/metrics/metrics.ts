import type { RequestListener } from 'node:http';
import type { ServerBuild } from 'react-router';
import { LIVE_PATH } from '#domain/live-address.ts';
import { type Family, formatFamilies } from './families.ts';
import { createProcessMetrics, type MeasuredProcess } from './process-metrics.ts';
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
  collect(): Family[];
  /** The figures of all processes of this machine, and of the shop, in the format of Prometheus. */
  read(): Promise<string>;
  stop(): void;
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
  const labels = { worker };
  const requests = createRequestMetrics(
    createRoutePatterns([...OTHER_ROUTES, ...patternsOf(options.routes)]),
  );
  const collectShop = createShopMetrics(options);
  let ofProcess: ReturnType<typeof createProcessMetrics> | undefined;
  const collect = () => [...requests.collect(labels), ...(ofProcess?.collect(labels) ?? [])];
  return {
    measure: requests.measure,
    collect,
    watch(measured) {
      ofProcess = createProcessMetrics(measured);
    },
    async read() {
      const [others, shop] = await Promise.all([collectOthers?.(), collectShop(labels)]);
      return formatFamilies([
        ...collect(),
        ...(others ?? [workerUp(new Map([[worker, true]])), workerRestarts(0)]),
        ...shop,
      ]);
    },
    stop: () => ofProcess?.stop(),
  };
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
