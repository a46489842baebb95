import type { RequestListener } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import { createListener } from '../listen.ts';
import { SAFE_METHODS } from '../middleware/same-origin.ts';
import { listenForChanges } from './catalog-changes.ts';
import { createPageCache } from './page-cache.ts';

export function servePages(options: {
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>;
  siteUrl: string;
  maxBytes: number;
  databaseUrl: string;
  log: Logger;
}): { listener: RequestListener; stop(): Promise<void> } {
  const { fetch, siteUrl, maxBytes, databaseUrl, log } = options;
  if (maxBytes === 0) return { listener: serveHttp(fetch), stop: () => Promise.resolve() };

  const changes = listenForChanges({
    url: databaseUrl,
    onChange: (partIds) => cache.invalidate(partIds),
    log,
  });
  const cache = createPageCache({
    render: async (request, bindings) => fetch(request, bindings),
    siteUrl,
    maxBytes,
    canStore: () => changes.listening,
    log,
  });
  // A client that changes the catalog must see it on the next page.
  const fetchAndCatchUp: typeof fetch = async (request, bindings) => {
    const response = await fetch(request, bindings);
    if (!SAFE_METHODS.has(request.method)) await changes.caughtUp();
    return response;
  };
  return { listener: cache.listener(serveHttp(fetchAndCatchUp)), stop: () => changes.stop() };
}

function serveHttp(fetch: Parameters<typeof servePages>[0]['fetch']): RequestListener {
  return createListener((request, bindings) => fetch(request, bindings as HttpBindings));
}
