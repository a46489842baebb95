import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

export interface RequestVariables {
  /** Told to a visitor when something fails, and found in the log. */
  requestId: string;
}

/** Gives each request an id and writes one line when it is answered. */
export function requestLog(log: Logger): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async function logRequest(context, next) {
    const started = performance.now();
    const requestId = randomUUID();
    context.set('requestId', requestId);
    await next();
    const { method, path } = context.req;
    // Not context.header(): that makes the answer anew, with a stream for its body.
    const { status, headers } = context.res;
    headers.set('X-Request-Id', requestId);
    // The one header that a page's own script can read of any answer.
    if (status >= 500) headers.set('Server-Timing', `request;desc="${requestId}"`);
    const ms = Math.round(performance.now() - started);
    // Spec §2, Not-found page: the missing path is logged, and it is nobody's failure.
    const message = status === 404 ? 'Not found' : undefined;
    log[status >= 500 ? 'error' : 'info']({ requestId, method, path, status, ms }, message);
  };
}
