import type { Logger } from 'pino';
import type { Database, Limits } from '#services';
import { answerList } from '#features/catalog/search/answer-list.server.ts';
import { BUSY, BUSY_HEADERS, isOverload } from './database/overload.ts';
import { type Bindings, readClientAddress } from './middleware/client-address.ts';
import { readRequestId } from './middleware/request-id.ts';
import { logResponse } from './middleware/request-log.ts';
import { type SecurityHeaderOptions, setSecurityHeaders } from './middleware/security-headers.ts';

const PATH = '/api/parts';

interface AnswerListsOptions extends SecurityHeaderOptions {
  database: Database;
  limits: Limits;
  trustProxy: boolean;
  trustRequestId: boolean;
  log: Logger;
}

/**
 * Answers GET /api/parts as the steps of server/app.ts would, in less time.
 * Returns undefined for all that needs more of them: other requests, compression, refusals and failures.
 */
export function createListAnswers({
  database,
  limits,
  trustProxy,
  trustRequestId,
  log,
  ...security
}: AnswerListsOptions) {
  const constant = new Headers({ 'Content-Type': 'application/json' });
  setSecurityHeaders(constant, security);
  const headers = Object.fromEntries(constant);

  async function answer(request: Request, bindings?: Bindings): Promise<Response | undefined> {
    const started = performance.now();
    const address = readClientAddress(request, bindings, { trustProxy });
    // The step that refuses counts it once more.
    if ((await limits.tally('reads', address)) !== undefined) return undefined;
    const requestId = readRequestId(request.headers.get('X-Request-Id'), { trustRequestId });
    const respond = (status: number, body: string, more?: Record<string, string>) => {
      logResponse(log, { requestId, method: request.method, path: PATH, status, started });
      // With a record instead of Headers, the response is written as it is.
      return new Response(body, { status, headers: { ...headers, 'x-request-id': requestId, ...more } });
    };
    try {
      const { status, body } = await answerList(database.public, request);
      return respond(status, body);
    } catch (error) {
      // To try again would double the load.
      if (!isOverload(error)) return undefined;
      log.error({ requestId, err: error }, 'A list failed');
      return respond(503, JSON.stringify(BUSY), {
        ...BUSY_HEADERS,
        'server-timing': `request;desc="${requestId}"`,
      });
    }
  }

  return (request: Request, bindings?: Bindings) =>
    request.method === 'GET' && isList(request.url) && !request.headers.has('Accept-Encoding')
      ? answer(request, bindings)
      : undefined;
}

function isList(url: string): boolean {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = start + PATH.length;
  return url.startsWith(PATH, start) && (url.length === end || url[end] === '?');
}
