import type { RequestListener } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import { createListener } from '../listen.ts';
import { SAFE_METHODS } from '../middleware/same-origin.ts';
import type { Notifications } from '../database/notifications.ts';
import { createPageCache } from './page-cache.ts';

const CHANNEL = 'catalog_changed';

export function servePages(options: {
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>;
  siteUrl: string;
  maxBytes: number;
  notifications: Notifications;
  /** Called before the cache forgets pages, unless only the stock of parts has changed. */
  onCatalogChange: () => void;
  log: Logger;
}): RequestListener {
  const { fetch, siteUrl, maxBytes, notifications, onCatalogChange, log } = options;
  if (maxBytes === 0) return serveHttp(fetch);

  const cache = createPageCache({
    render: async (request, bindings) => fetch(request, bindings),
    siteUrl,
    maxBytes,
    canStore: () => notifications.listening,
    log,
  });
  notifications.listen(CHANNEL, {
    // The ids of parts if only their stock has changed, and they are still available.
    onNotification(payload) {
      if (!payload) onCatalogChange();
      cache.invalidate(payload ? payload.split(' ') : undefined);
    },
    onConnection() {
      onCatalogChange();
      cache.invalidate();
    },
  });
  // A client that changes the catalog must see it on the next page.
  const fetchAndCatchUp: typeof fetch = async (request, bindings) => {
    const response = await fetch(request, bindings);
    if (!SAFE_METHODS.has(request.method)) await notifications.caughtUp();
    return response;
  };
  return cache.listener(serveHttp(fetchAndCatchUp));
}

function serveHttp(fetch: Parameters<typeof servePages>[0]['fetch']): RequestListener {
  return createListener((request, bindings) => fetch(request, bindings as HttpBindings));
}
