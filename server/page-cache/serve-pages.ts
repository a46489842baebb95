import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { createListener } from '../listen.ts';
import type { Bindings } from '../middleware/client-address.ts';
import { SAFE_METHODS } from '../middleware/same-origin.ts';
import type { Notifications } from '../database/notifications.ts';
import { type ListedRow, toListedPart } from '#features/catalog/search/listed-part.server.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import type { PartChange, PartChanges } from './part-changes.ts';

const CHANNEL = 'catalog_changed';

export function servePages(options: {
  fetch: (request: Request, bindings: Bindings) => Response | Promise<Response>;
  siteUrl: string;
  trustRequestId: boolean;
  maxBytes: number;
  notifications: Pick<Notifications, 'listen' | 'listening'>;
  /** Resolves when this process, and the others of the machine, have all changes committed before. Never rejects. */
  caughtUp: () => Promise<void>;
  /** Called after each change besides those of single parts, before the cache forgets pages. */
  onCatalogChange: () => void;
  /** Calls back when the next pages differ from earlier ones without a change of the catalog. */
  watchLateReads: (listener: () => void) => void;
  partChanges: PartChanges;
  log: Logger;
}): { listener: RequestListener; cache: PageCache | undefined } {
  const {
    fetch,
    siteUrl,
    trustRequestId,
    maxBytes,
    notifications,
    caughtUp,
    onCatalogChange,
    watchLateReads,
    partChanges,
    log,
  } = options;
  const cache =
    maxBytes === 0
      ? undefined
      : createPageCache({
          render: async (request, bindings) => fetch(request, bindings),
          siteUrl,
          trustRequestId,
          maxBytes,
          canStore: () => notifications.listening,
          partChanges,
          log,
        });
  notifications.listen(CHANNEL, {
    onNotification(payload) {
      if (payload) {
        const changes = readChanges(payload);
        return cache ? cache.changeParts(changes) : partChanges.add(changes);
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

const SIGNS = { '!': 'turned', '~': 'appearance' } as const;

/** See db/migrations/0087_part_changes.sql. */
function readChanges(payload: string): PartChange[] {
  if (!payload.startsWith('{')) {
    return payload.split(' ').map((text) => {
      const [sign, id = ''] = text.match(/^([!~]?)(.*)$/)?.slice(1) ?? [];
      return { id, kind: sign === '!' || sign === '~' ? SIGNS[sign] : 'pieces' };
    });
  }
  const {
    id,
    before,
    only_price: onlyPrice,
  } = JSON.parse(payload) as {
    id: string;
    before: ListedRow | null;
    only_price: boolean;
  };
  return [{ id, kind: 'listed', before: before && toListedPart(id, before), onlyPrice }];
}
