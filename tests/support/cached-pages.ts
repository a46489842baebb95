import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createPageCache, type PageCache, type PageCacheOptions } from '#server/page-cache/page-cache.ts';

export const html = { 'Content-Type': 'text/html; charset=utf-8' };
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Cached {
  cache: PageCache;
  /** Addresses rendered for the cache, with the forwarded client address. */
  rendered: string[];
  /** Counts the requests that were passed on. */
  passedOn(): number;
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
}

const servers: ReturnType<typeof createServer>[] = [];

export function closeServers(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

/** Serves responses through a page cache. Requests that it passes on get their own answer. */
export async function serveCached(
  respond: (request: Request) => Response | Promise<Response>,
  options: Partial<Pick<PageCacheOptions, 'canKeep' | 'maxBytes' | 'now'>> = {},
): Promise<Cached> {
  const rendered: string[] = [];
  let passedOn = 0;
  const cache = createPageCache({
    render: async (request) => {
      const { pathname, search } = new URL(request.url);
      rendered.push([pathname + search, request.headers.get('X-Forwarded-For')].filter(Boolean).join(' '));
      return respond(request);
    },
    siteUrl: 'http://shop.test',
    trustRequestId: true,
    maxBytes: 100_000_000,
    canKeep: () => true,
    wantsNewest: async (cookies) => cookies === 'staff',
    ...options,
    log: pino({ level: 'silent' }),
  });
  const server = createServer(
    cache.listener((_request, response) => {
      passedOn += 1;
      response.end('rendered for one visitor');
    }),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const get: Cached['get'] = (path, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      send({ port, path, headers, method, host: '127.0.0.1' }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string>,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    });
  return { cache, rendered, passedOn: () => passedOn, get };
}

export const page = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { ...html, ...headers } });
