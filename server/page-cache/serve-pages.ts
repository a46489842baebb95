import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { createListener } from '../listen.ts';
import type { Bindings } from '../middleware/client-address.ts';
import { SAFE_METHODS } from '../middleware/same-origin.ts';
import type { Notifications } from '../database/notifications.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import type { StockChange, StockChanges } from './stock-changes.ts';

const CHANNEL = 'catalog_changed';

export function servePages(options: {
  fetch: (request: Request, bindings: Bindings) => Response | Promise<Response>;
  siteUrl: string;
  trustProxy: boolean;
  maxBytes: number;
  notifications: Pick<Notifications, 'listen' | 'listening'>;
  /** Resolves when this process, and the others of the machine, have all changes committed before. Never rejects. */
  caughtUp: () => Promise<void>;
  /** Called after each change, unless only the stock of parts has changed, before the cache forgets pages. */
  onCatalogChange: () => void;
  /** Calls back when the next pages differ from earlier ones without a change of the catalog. */
  watchLateReads: (listener: () => void) => void;
  stock: StockChanges;
  log: Logger;
}): { listener: RequestListener; cache: PageCache | undefined } {
  const {
    fetch,
    siteUrl,
    trustProxy,
    maxBytes,
    notifications,
    caughtUp,
    onCatalogChange,
    watchLateReads,
    stock,
    log,
  } = options;
  const cache =
    maxBytes === 0
      ? undefined
      : createPageCache({
          render: async (request, bindings) => fetch(request, bindings),
          siteUrl,
          trustProxy,
          maxBytes,
          canStore: () => notifications.listening,
          stock,
          log,
        });
  notifications.listen(CHANNEL, {
    // The ids of parts if only their stock has changed (db/migrations/0067_stock_changes.sql).
    onNotification(payload) {
      if (payload) {
        const turned = payload.split(' ').map(readChange);
        return cache ? cache.changeStock(turned) : stock.add(turned);
      }
      onCatalogChange();
      cache?.clear();
    },
    onConnection() {
      onCatalogChange();
      cache?.clear();
    },
  });
  watchLateReads(() => cache?.clear());
  // A client that changes the catalog must see it on the next page.
  const fetchAndCatchUp: typeof fetch = async (request, bindings) => {
    const response = await fetch(request, bindings);
    if (!SAFE_METHODS.has(request.method)) await caughtUp();
    return response;
  };
  const listener = createListener(fetchAndCatchUp);
  return { listener: cache?.listener(listener) ?? listener, cache };
}

function readChange(text: string): StockChange {
  return { id: text.replace('!', ''), hasTurned: text.startsWith('!') };
}
