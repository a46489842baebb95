import { createHash, timingSafeEqual } from 'node:crypto';
import type { Handler } from 'hono';

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface MetricsAccess {
  token: string;
  read(): Promise<string>;
}

/** Serves the figures only to clients with the token, in the header that Prometheus sends. */
export function serveMetrics({ token, read }: MetricsAccess): Handler {
  return async function answerMetrics(context) {
    context.header('Cache-Control', 'no-store');
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(context.req.header('Authorization') ?? '') ?? [];
    if (!isSame(given, token)) {
      return context.json({ error: 'The token is missing or wrong' }, 401, { 'WWW-Authenticate': 'Bearer' });
    }
    return context.text(await read(), 200, { 'Content-Type': METRICS_TYPE });
  };
}

/** Takes the same time for each wrong text. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
