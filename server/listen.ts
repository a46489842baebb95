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
import { LingeringResponse } from './lingering-response.ts';
import { SAFE_METHODS } from './middleware/same-origin.ts';
import { readTarget } from './request-target.ts';
import { reason, StartError } from './start-error.ts';

/** How long a client may take to send its headers and its whole request, and how often that is looked at; in milliseconds. */
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 };

/** Nothing goes to or fro for so long: the client does not read its answer, in milliseconds. */
const SILENCE = 60_000;

/** A browser sends some twenty headers. Together they may have 16 kB, as Node has it. */
const MOST_HEADERS = 100;

/** Far more than one process can serve at once; what comes beyond waits for nothing and is closed. */
const MOST_CONNECTIONS = 10_000;

/** How long an answer under way is waited for when the shop stops, in milliseconds: a long document may take minutes. */
const FAREWELL = 10_000;
/** For what is answered before the shop itself has a look at it. */
const PLAIN = {
  'Content-Type': 'text/plain',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

export interface Listening {
  port: number;
  /** Takes requests from now on; until then each is answered 503. Those refused here are noted in `log`. */
  serve(listener: RequestListener, log?: Logger): void;
  /** Lets requests under way finish, for a while. */
  close(patience?: number): Promise<void>;
  server: Server;
}

/**
 * Takes the port before anything else is done, so that a port in use is found out at once.
 *
 * @throws {StartError} when the port or address can't be had.
 */
export async function listen(host: string, port: number, patience = PATIENCE): Promise<Listening> {
  let listener: RequestListener = (_request, response) => {
    answerPlainly(response, 503, 'The shop is starting.', { 'Retry-After': '1' });
  };
  let log: Logger | undefined;
  const server = createServer({ ...patience, ServerResponse: LingeringResponse }, (request, response) => {
    const status = answerAtOnce(request, response);
    if (status === undefined) return listener(request, response);
    log?.info({ method: request.method, path: request.url?.split('?', 1)[0], status });
  });
  server.timeout = SILENCE;
  server.maxConnections = MOST_CONNECTIONS;
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
    serve(next, noteIn) {
      listener = next;
      log = noteIn;
    },
    close: (farewell = FAREWELL) =>
      new Promise((resolve) => {
        const tooLong = setTimeout(() => server.closeAllConnections(), farewell);
        server.close(() => {
          clearTimeout(tooLong);
          resolve();
        });
        server.closeIdleConnections();
      }),
    server,
  };
}

/**
 * Gives the request's target its one spelling, before anybody looks at it. What can't be read is refused; a read by
 * another spelling is sent to the right one. Returns the status of what was answered.
 */
function answerAtOnce(request: IncomingMessage, response: ServerResponse): number | undefined {
  const { rawHeaders, method = '', url = '' } = request;
  if (rawHeaders.length > 2 * MOST_HEADERS)
    return answerPlainly(response, 431, 'Too many headers', { Connection: 'close' });
  const hosts = rawHeaders.filter((_, n) => n % 2 === 1 && rawHeaders[n - 1]?.toLowerCase() === 'host');
  const read = readTarget(url, hosts);
  if ('problem' in read) return answerPlainly(response, 400, read.problem, { Connection: 'close' });
  if (read.target === url) return undefined;
  if (url.startsWith('/') && SAFE_METHODS.has(method))
    return answerPlainly(response, 308, '', { Location: read.target });
  request.url = read.target;
  return undefined;
}

function answerPlainly(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string>,
): number {
  response.writeHead(status, { ...PLAIN, 'Content-Length': Buffer.byteLength(text), ...headers }).end(text);
  return status;
}

type Fetch = Parameters<typeof getRequestListener>[0];

/** Hands Node's requests to the shop. What is no request at all (a host that is none) never gets there. */
export function answerWith(fetch: Fetch): RequestListener {
  return getRequestListener(fetch, {
    errorHandler(error) {
      const status = error instanceof RequestError ? 400 : 500;
      if (status === 500) console.error(error);
      return new Response(status === 400 ? 'Bad request' : 'Something went wrong', {
        status,
        headers: PLAIN,
      });
    },
  });
}
