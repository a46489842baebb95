import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { hidePathSecrets } from '#core/vehicles/vin-text.ts';
import { logContext } from '#core/platform/log-context.server.ts';
import { readRequestId } from './request-id.ts';

export interface RequestVariables {
  /** A failure shows this id to the visitor, and the log has it. */
  requestId: string;
}

export function requestLog(
  log: Logger,
  options: { trustRequestId: boolean },
): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async function logRequest(context, next) {
    const started = performance.now();
    const requestId = readRequestId(context.req.header('X-Request-Id'), options);
    context.set('requestId', requestId);
    await logContext.run({ requestId }, next);
    // context.header() would create a new response with a stream.
    const { status, headers } = context.res;
    headers.set('X-Request-Id', requestId);
    // Scripts can read this header of their own page.
    if (status >= 500) headers.set('Server-Timing', `request;desc="${requestId}"`);
    const { method, path } = context.req;
    logResponse(log, { requestId, method, path, status, started });
  };
}

function logResponse(
  log: Logger,
  {
    path,
    started,
    ...response
  }: { requestId: string; method: string; path: string; status: number; started: number },
): void {
  const { status } = response;
  const ms = Math.round(performance.now() - started);
  // Spec §2, Not-found page, says that the missing path is logged.
  const message = status === 404 ? 'Not found' : undefined;
  log[status >= 500 ? 'error' : 'info']({ ...response, path: hidePathSecrets(path), ms }, message);
}
