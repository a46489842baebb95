import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { hidePathSecrets } from '#core/vehicles/vin-text.ts';
import { MAX_STREAMS } from './live/serve-live.ts';
import { LingeringResponse } from './lingering-response.ts';
import { SAFE_METHODS } from './middleware/same-origin.ts';
import { hasVinParameter, readTarget } from './request-target.ts';
import { reason, StartError } from './start-error.ts';

const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 };

const SOCKET_TIMEOUT_MS = 60_000;

/** Browsers send about 20 headers. Node limits their total size to 16 kB. */
const MAX_HEADERS = 100;

const MAX_CONNECTIONS = 10_000 + MAX_STREAMS;

const CLOSE_TIMEOUT_MS = 10_000;
const IDLE_CHECK_MS = 100;
const TEXT_HEADERS = {
  'Content-Type': 'text/plain',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

export interface Listening {
  port: number;
  /** Starts serving. Earlier requests get status 503. Refused requests are written to `log`. */
  serve(listener: RequestListener, log?: Logger): void;
  /** Waits for open requests, for `timeout` milliseconds at most. */
  close(timeout?: number): Promise<void>;
  server: Server;
}

/** Opens the port first, so that a port in use fails at once. @throws {StartError} */
export async function listen(host: string, port: number, timeouts = TIMEOUTS): Promise<Listening> {
  let listener: RequestListener = (_request, response) => {
    respondText(response, 503, 'The shop is starting.', { 'Retry-After': '1' });
  };
  let log: Logger | undefined;
  const server = createServer({ ...timeouts, ServerResponse: LingeringResponse }, (request, response) => {
    const status = normalizeRequest(request, response);
    if (status === undefined) return listener(request, response);
    log?.info({ method: request.method, path: hidePathSecrets(request.url?.split('?', 1)[0] ?? ''), status });
  });
  server.timeout = SOCKET_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  // Closes the connection instead of passing it to another worker, which may be full, too. Missing in @types/node 24.19.
  Object.assign(server, { dropMaxConnection: true });
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is in use: stop what uses it, or set PORT to another one.`);
    throw new StartError(`Can't listen on ${host}:${port} (${reason(error)}): set HOST and PORT.`);
  }
  return {
    port: (server.address() as AddressInfo).port,
    serve(next, logger) {
      listener = next;
      log = logger;
    },
    close: (timeout = CLOSE_TIMEOUT_MS) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), timeout);
        // Connections that were in use become idle, and would take new requests.
        const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
        server.close(() => {
          clearTimeout(timer);
          clearInterval(idle);
          resolve();
        });
        server.closeIdleConnections();
      }),
    server,
  };
}

/** Refuses an invalid target, and redirects a GET to the normalized one. Returns the status if it responded. */
function normalizeRequest(request: IncomingMessage, response: ServerResponse): number | undefined {
  const { rawHeaders, method = '', url = '' } = request;
  if (rawHeaders.length > 2 * MAX_HEADERS)
    return respondText(response, 431, 'Too many headers', { Connection: 'close' });
  const hosts = rawHeaders.filter((_, n) => n % 2 === 1 && rawHeaders[n - 1]?.toLowerCase() === 'host');
  const result = readTarget(url, hosts);
  if ('problem' in result) return respondText(response, 400, result.problem, { Connection: 'close' });
  if (SAFE_METHODS.has(method) && hasVinParameter(result.target))
    return respondText(response, 303, '', { Location: '/garage', 'Cache-Control': 'no-store' });
  if (result.target === url) return undefined;
  if (url.startsWith('/') && SAFE_METHODS.has(method))
    return respondText(response, 308, '', { Location: result.target });
  request.url = result.target;
  return undefined;
}

function respondText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string>,
): number {
  response
    .writeHead(status, { ...TEXT_HEADERS, 'Content-Length': Buffer.byteLength(text), ...headers })
    .end(text);
  return status;
}

type Fetch = Parameters<typeof getRequestListener>[0];

export function createListener(fetch: Fetch): RequestListener {
  return getRequestListener(fetch, {
    errorHandler(error) {
      const status = error instanceof RequestError ? 400 : 500;
      if (status === 500) console.error(error);
      return new Response(status === 400 ? 'Bad request' : 'Something went wrong', {
        status,
        headers: TEXT_HEADERS,
      });
    },
  });
}
