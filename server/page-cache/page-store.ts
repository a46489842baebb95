import { LRUCache } from 'lru-cache';
import type { Seen } from '#services/kept-reads.server.ts';

export interface StoredPage extends Seen {
  headers: Record<string, string>;
  etag: string;
  brotli: Buffer;
}

export interface PageStore {
  get(address: string): StoredPage | undefined;
  /** @param unbounded one of an unlimited number of addresses, which evict only each other. */
  set(address: string, page: StoredPage, unbounded: boolean): void;
  delete(address: string): void;
  clear(): void;
  /** In bytes. */
  readonly size: number;
}

const ENTRY_BYTES = 2_000;

const LIST_BYTES = 500;

const PROBATION_SHARE = 0.2;

/** Of searches and later pages that were requested again. */
const UNBOUNDED_SHARE = 0.25;

interface Entry {
  page: StoredPage;
  unbounded: boolean;
  hits: number;
  /** By the clock of the cache. */
  storedAt: number;
}

/**
 * A segmented LRU cache: a page leaves the first segment when it is requested again, and more often than the page it
 * would replace, or when the next segment has space. So a flood of made-up addresses can't push out popular pages.
 */
export function createPageStore(maxBytes: number, maxAgeMs: number): PageStore {
  const settings = {
    ttl: maxAgeMs,
    sizeCalculation: ({ page }: Entry, address: string) =>
      page.brotli.length +
      address.length * 2 +
      page.parts.byteLength +
      (page.lists?.length ?? 0) * LIST_BYTES +
      ENTRY_BYTES,
  };
  const createSegment = (
    share: number,
    options?: Pick<LRUCache.Options<string, Entry, unknown>, 'dispose'>,
  ) => new LRUCache<string, Entry>({ ...settings, ...options, maxSize: Math.floor(maxBytes * share) });
  const bounded = createSegment(1 - PROBATION_SHARE - UNBOUNDED_SHARE);
  const unbounded = createSegment(UNBOUNDED_SHARE);
  const probation = createSegment(PROBATION_SHARE, {
    dispose(entry, address, reason) {
      if (reason === 'evict' && hasSpace(address, entry)) moveOn(address, entry);
    },
  });
  const segments = [probation, bounded, unbounded];
  const nextOf = (entry: Entry) => (entry.unbounded ? unbounded : bounded);

  function hasSpace(address: string, entry: Entry): boolean {
    const segment = nextOf(entry);
    return segment.calculatedSize + settings.sizeCalculation(entry, address) <= segment.maxSize;
  }

  function moveOn(address: string, entry: Entry): void {
    nextOf(entry).set(address, entry, { start: entry.storedAt });
  }

  function promote(address: string, entry: Entry): void {
    const segment = nextOf(entry);
    // Outdated pages keep their space.
    if (!hasSpace(address, entry)) segment.purgeStale();
    while (!hasSpace(address, entry)) {
      const [oldest] = segment.rvalues();
      if (!oldest || oldest.hits >= entry.hits) return;
      segment.pop();
    }
    probation.delete(address);
    moveOn(address, entry);
  }

  return {
    get(address) {
      const promoted = bounded.get(address) ?? unbounded.get(address);
      if (promoted) {
        promoted.hits += 1;
        return promoted.page;
      }
      const entry = probation.get(address);
      if (!entry) return undefined;
      entry.hits += 1;
      promote(address, entry);
      return entry.page;
    },
    set(address, page, isUnbounded) {
      for (const segment of segments) segment.delete(address);
      probation.set(address, { page, unbounded: isUnbounded, hits: 0, storedAt: performance.now() });
    },
    delete(address) {
      for (const segment of segments) segment.delete(address);
    },
    clear() {
      for (const segment of segments) segment.clear();
    },
    get size() {
      return segments.reduce((size, segment) => size + segment.calculatedSize, 0);
    },
  };
}
