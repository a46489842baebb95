import type { RequestListener } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import { answerWith } from '../listen.ts';
import { SAFE_METHODS } from '../middleware/same-origin.ts';
import { catalogChanges } from './catalog-changes.ts';
import { createPageCache } from './page-cache.ts';

/** Puts the page cache in front of the shop, and has the database say when it is out of date. */
export function keepPages(options: {
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>;
  siteUrl: string;
  /** Most bytes of all pages together; 0: no page is kept. */
  maxBytes: number;
  databaseUrl: string;
  log: Logger;
}): { listener: RequestListener; stop(): Promise<void> } {
  const { fetch, siteUrl, maxBytes, databaseUrl, log } = options;
  if (maxBytes === 0) return { listener: serveHttp(fetch), stop: () => Promise.resolve() };

  const changes = catalogChanges({ url: databaseUrl, onChange: (partIds) => cache.forget(partIds), log });
  const cache = createPageCache({
    render: async (request, bindings) => fetch(request, bindings),
    siteUrl,
    maxBytes,
    mayKeep: () => changes.listening,
    log,
  });
  /** Who has changed something sees it on the next page. */
  const write: typeof fetch = async (request, bindings) => {
    const response = await fetch(request, bindings);
    if (!SAFE_METHODS.has(request.method)) await changes.caughtUp();
    return response;
  };
  return { listener: cache.listener(serveHttp(write)), stop: () => changes.stop() };
}

function serveHttp(fetch: Parameters<typeof keepPages>[0]['fetch']): RequestListener {
  // The server speaks HTTP/1 only.
  return answerWith((request, bindings) => fetch(request, bindings as HttpBindings));
}
