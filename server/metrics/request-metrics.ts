import type { RequestListener } from 'node:http';
import { LIVE_PATH } from '#domain/live-address.ts';
import { CLIENT_LEFT } from '../middleware/client-left.ts';
import { family, type Family, formatFigure, type Labels } from './families.ts';

/** Upper bounds, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Route {
  byStatus: Map<number, number>;
  /** The last one is for all that take longer. */
  buckets: number[];
  seconds: number;
}

export interface RequestMetrics {
  measure(next: RequestListener): RequestListener;
  collect(labels: Labels): Family[];
}

/** Counts requests when their answer has been sent, or their client has left. */
export function createRequestMetrics(patternOf: (url: string) => string): RequestMetrics {
  const routes = new Map<string, Route>();

  function count(url: string, status: number, milliseconds: number): void {
    const pattern = patternOf(url);
    let route = routes.get(pattern);
    if (!route) {
      route = { byStatus: new Map(), buckets: Array<number>(BUCKETS.length + 1).fill(0), seconds: 0 };
      routes.set(pattern, route);
    }
    route.byStatus.set(status, (route.byStatus.get(status) ?? 0) + 1);
    const seconds = milliseconds / 1_000;
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket += 1;
    route.buckets[bucket] = (route.buckets[bucket] ?? 0) + 1;
    route.seconds += seconds;
  }

  return {
    measure(next) {
      return function measureRequest(incoming, outgoing) {
        const started = performance.now();
        const url = incoming.url ?? '';
        outgoing.on('close', () => {
          const status = outgoing.headersSent ? outgoing.statusCode : CLIENT_LEFT;
          count(url, status, performance.now() - started);
        });
        next(incoming, outgoing);
      };
    },
    collect: (labels) => [
      family(
        'counter',
        'partyard_http_requests_total',
        'Answered requests, by the pattern of their route. Status 499: the client left before the answer.',
        [...routes].flatMap(([route, { byStatus }]) =>
          [...byStatus].map(([status, requests]) => [{ ...labels, route, status }, requests] as const),
        ),
      ),
      {
        type: 'histogram',
        name: 'partyard_http_request_duration_seconds',
        help: 'The time from the request to the end of its answer. Streams of live updates are not measured.',
        // They last as long as a page is open.
        lines: [...routes]
          .filter(([route]) => route !== LIVE_PATH)
          .flatMap(([route, times]) => formatHistogram({ ...labels, route }, times)),
      },
    ],
  };
}

function formatHistogram(labels: Labels, { buckets, seconds }: Route): string[] {
  const name = 'partyard_http_request_duration_seconds';
  let sum = 0;
  const lines = buckets.map((requests, at) => {
    sum += requests;
    return formatFigure(`${name}_bucket`, { ...labels, le: BUCKETS[at] ?? '+Inf' }, sum);
  });
  return [...lines, formatFigure(`${name}_sum`, labels, seconds), formatFigure(`${name}_count`, labels, sum)];
}
