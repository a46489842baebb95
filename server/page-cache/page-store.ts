import { LRUCache } from 'lru-cache';
import type { ShownList } from '#domain/search/may-list.ts';

export interface StoredPage {
  headers: Record<string, string>;
  etag: string;
  partIds: ReadonlySet<string>;
  /** Null: unknown, so that any part that is sold out may be in one. */
  lists: readonly ShownList[] | null;
  /** The changes of the stock that it has, see createStockChanges. */
  changes: number;
  brotli: Buffer;
  gzip?: Promise<Buffer>;
}

export interface PageStore {
  get(address: string): StoredPage | undefined;
  /** @param unbounded one of an unlimited number of addresses, which stay in the small segment. */
  set(address: string, page: StoredPage, unbounded: boolean): void;
  delete(address: string): void;
  clear(): void;
  /** In bytes. */
  readonly size: number;
}

const ENTRY_BYTES = 2_000;

const ID_BYTES = 80;

const LIST_BYTES = 500;

const PROBATION_SHARE = 0.2;

interface Entry {
  page: StoredPage;
  unbounded: boolean;
  hits: number;
  /** By the clock of the cache. */
  storedAt: number;
}

/**
 * A segmented LRU cache: a page leaves the small segment when it is requested again, and more often than the page it
 * would replace. So a flood of made-up addresses can't push out popular pages.
 */
export function createPageStore(maxBytes: number, maxAgeMs: number): PageStore {
  const settings = {
    ttl: maxAgeMs,
    // Twice the size, to include gzip.
    sizeCalculation: ({ page }: Entry, address: string) =>
      page.brotli.length * 2 +
      address.length * 2 +
      page.partIds.size * ID_BYTES +
      (page.lists?.length ?? 0) * LIST_BYTES +
      ENTRY_BYTES,
  };
  const probationBytes = Math.round(maxBytes * PROBATION_SHARE);
  const probation = new LRUCache<string, Entry>({ ...settings, maxSize: probationBytes });
  const main = new LRUCache<string, Entry>({ ...settings, maxSize: maxBytes - probationBytes });

  function promote(address: string, entry: Entry): void {
    const needed = settings.sizeCalculation(entry, address);
    const isFull = () => main.calculatedSize + needed > main.maxSize;
    // Outdated pages keep their space.
    if (isFull()) main.purgeStale();
    while (isFull()) {
      const [oldest] = main.rvalues();
      if (!oldest || oldest.hits >= entry.hits) return;
      main.pop();
    }
    probation.delete(address);
    main.set(address, entry, { start: entry.storedAt });
  }

  return {
    get(address) {
      const promoted = main.get(address);
      if (promoted) {
        promoted.hits += 1;
        return promoted.page;
      }
      const entry = probation.get(address);
      if (!entry) return undefined;
      entry.hits += 1;
      if (!entry.unbounded) promote(address, entry);
      return entry.page;
    },
    set(address, page, unbounded) {
      main.delete(address);
      probation.set(address, { page, unbounded, hits: 0, storedAt: performance.now() });
    },
    delete(address) {
      probation.delete(address);
      main.delete(address);
    },
    clear() {
      probation.clear();
      main.clear();
    },
    get size() {
      return probation.calculatedSize + main.calculatedSize;
    },
  };
}
