import type { RequestListener } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';
import { LIVE_PATH } from '#domain/live-address.ts';
import { CLIENT_LEFT } from '../middleware/client-left.ts';

/** Upper bounds, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts requests when their answer has been sent, or their client has left. */
export function createRequestMetrics(registry: Registry, patternOf: (url: string) => string) {
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

  return function measure(next: RequestListener): RequestListener {
    return function measureRequest(incoming, outgoing) {
      const started = performance.now();
      const url = incoming.url ?? '';
      outgoing.on('close', () => {
        const route = patternOf(url);
        const status = outgoing.headersSent ? outgoing.statusCode : CLIENT_LEFT;
        requests.inc({ route, status });
        // Streams last as long as a page is open.
        if (route !== LIVE_PATH) durations.observe({ route }, (performance.now() - started) / 1_000);
      });
      next(incoming, outgoing);
    };
  };
}
