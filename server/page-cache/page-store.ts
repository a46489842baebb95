import { LRUCache } from 'lru-cache';

/** What a page is answered with. */
export interface StoredPage {
  headers: Record<string, string>;
  etag: string;
  /** The parts that it shows. */
  partIds: ReadonlySet<string>;
  /** The page in brotli; in gzip once somebody has asked for that. */
  brotli: Buffer;
  gzip?: Promise<Buffer>;
}

export interface PageStore {
  get(address: string): StoredPage | undefined;
  /** @param passing whether the address is one of endlessly many, and so never among the pages that are kept longest. */
  set(address: string, page: StoredPage, passing: boolean): void;
  /** Drops the pages that show one of these parts. */
  forgetParts(ids: readonly string[]): void;
  clear(): void;
  /** Bytes of all pages together. */
  readonly size: number;
}

/** How many bytes an entry takes beside its page: headers, address, what the map needs. */
const ENTRY_BYTES = 2_000;

const ID_BYTES = 80;

/** The part of the room that new pages pass through; the rest is for those that are asked for again. */
const NEW_SHARE = 0.2;

interface Entry {
  page: StoredPage;
  passing: boolean;
  /** How often it was asked for. */
  hits: number;
}

/**
 * Keeps pages within `maxBytes`. A new page passes through a small part of the room and leaves it for the larger one
 * when it is asked for again, and more often than the page that would have to go. So made-up addresses, however many,
 * push each other out and not the pages that people look at.
 *
 * @param maxAge milliseconds that a page is kept at most
 */
export function pageStore(maxBytes: number, maxAge: number): PageStore {
  const settings = {
    ttl: maxAge,
    // Room for the gzip form, which comes later.
    sizeCalculation: ({ page }: Entry, address: string) =>
      page.brotli.length * 2 + address.length * 2 + page.partIds.size * ID_BYTES + ENTRY_BYTES,
  };
  const fresh = new LRUCache<string, Entry>({ ...settings, maxSize: Math.ceil(maxBytes * NEW_SHARE) });
  const proven = new LRUCache<string, Entry>({ ...settings, maxSize: Math.ceil(maxBytes * (1 - NEW_SHARE)) });

  function prove(address: string, entry: Entry): void {
    const needed = settings.sizeCalculation(entry, address);
    while (proven.calculatedSize + needed > proven.maxSize) {
      const [oldest] = proven.rkeys();
      const rival = oldest === undefined ? undefined : proven.peek(oldest);
      if (oldest === undefined || !rival) break;
      if (rival.hits >= entry.hits) return;
      proven.delete(oldest);
    }
    fresh.delete(address);
    proven.set(address, entry);
  }

  return {
    get(address) {
      const kept = proven.get(address);
      if (kept) {
        kept.hits += 1;
        return kept.page;
      }
      const entry = fresh.get(address);
      if (!entry) return undefined;
      entry.hits += 1;
      if (!entry.passing) prove(address, entry);
      return entry.page;
    },
    set(address, page, passing) {
      proven.delete(address);
      fresh.set(address, { page, passing, hits: 0 });
    },
    forgetParts(ids) {
      for (const pages of [fresh, proven]) {
        for (const [address, { page }] of pages.entries()) {
          if (ids.some((id) => page.partIds.has(id))) pages.delete(address);
        }
      }
    },
    clear() {
      fresh.clear();
      proven.clear();
    },
    get size() {
      return fresh.calculatedSize + proven.calculatedSize;
    },
  };
}
