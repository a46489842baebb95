import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { CATALOG_PATH } from '#core/agents/agent-paths.ts';
import type { Notifications } from '../database/notifications.ts';
import { createListener } from '../listen.ts';
import type { Bindings } from '../middleware/client-address.ts';
import { SAFE_METHODS } from '../middleware/same-origin.ts';
import { createPageCache, type PageCache } from './page-cache.ts';

const CHANNEL = 'catalog_changed';

export function servePages(options: {
  fetch: (request: Request, bindings: Bindings) => Response | Promise<Response>;
  siteUrl: string;
  trustRequestId: boolean;
  maxBytes: number;
  notifications: Pick<Notifications, 'listen' | 'listening'>;
  /** Resolves when all processes of this machine have every change committed before. Never rejects. */
  caughtUp: () => Promise<void>;
  wantsNewest: (cookies: string) => Promise<boolean>;
  /** Called after each change, before the cache forgets pages. */
  onCatalogChange: () => void;
  now?: () => number;
  log: Logger;
}): { listener: RequestListener; cache: PageCache | undefined } {
  const { fetch, maxBytes, notifications, caughtUp, onCatalogChange } = options;
  const cache =
    maxBytes === 0
      ? undefined
      : createPageCache({
          ...options,
          render: async (request, bindings) => fetch(request, bindings),
          canKeep: () => notifications.listening,
        });
  const forgetAll = () => {
    onCatalogChange();
    cache?.clear();
  };
  notifications.listen(CHANNEL, {
    onNotification(ids) {
      if (ids === '') return forgetAll();
      onCatalogChange();
      cache?.forgetParts(ids.split(' '));
    },
    onConnection: forgetAll,
  });
  // A client that changes the catalog must see it on the next page.
  const fetchAndCatchUp: typeof fetch = async (request, bindings) => {
    const response = await fetch(request, bindings);
    const isRead = SAFE_METHODS.has(request.method) || new URL(request.url).pathname.startsWith(CATALOG_PATH);
    if (!isRead) await caughtUp();
    return response;
  };
  const listener = createListener(fetchAndCatchUp);
  return { listener: cache?.listener(listener) ?? listener, cache };
}
