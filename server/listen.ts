import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
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
  /** Takes requests from now on; until then each is told to come back. */
  serve(listener: RequestListener): void;
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
    response.writeHead(503, { ...PLAIN, 'Retry-After': '1' }).end('The shop is starting.');
  };
  const server = createServer(patience, (request, response) => {
    if (request.rawHeaders.length <= 2 * MOST_HEADERS) return listener(request, response);
    response.writeHead(431, { ...PLAIN, Connection: 'close' }).end('Too many headers');
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
    serve(next) {
      listener = next;
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
