import { type ListedPart, mayList } from '#domain/search/may-list.ts';
import { partNumber, type StoredPage } from './page-store.ts';

/**
 * A page that lacks more changes is rendered again. Limits the work of a request to a millisecond, and the memory to some
 * megabytes. Two sales a second make 2,400 in the ten minutes that a page is kept.
 */
const MAX_CHANGES = 2_500;

export interface StockChange {
  id: string;
  /** It was sold out, or is available again. Else only its number of pieces has changed. */
  hasTurned: boolean;
}

/** The last changes of the stock. Pages are compared with them when they are requested, so a change costs nothing by itself. */
export interface StockChanges {
  /** How many there were. */
  readonly count: number;
  add(changes: readonly StockChange[]): void;
  /** Whether one of the changes that the page lacks may change it. Else notes that it has all of them. */
  mayChange(page: StoredPage): Promise<boolean>;
}

/** @param readPart never rejects. Null for an unknown part: it may be in all lists. */
export function createStockChanges(readPart: (id: string) => Promise<ListedPart | null>): StockChanges {
  const last: { number: number; part: Promise<ListedPart | null> | undefined }[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(changes) {
      for (const { id, hasTurned } of changes) {
        last.push({ number: partNumber(id), part: hasTurned ? readPart(id) : undefined });
      }
      count += changes.length;
      last.splice(0, last.length - MAX_CHANGES);
    },
    async mayChange(page) {
      const now = count;
      const missing = now - page.changes;
      if (missing > last.length) return true;
      const changes = last.slice(last.length - missing);
      if (changes.some(({ number }) => page.parts.includes(number))) return true;
      for (const { part } of changes) {
        if (!part || page.lists?.length === 0) continue;
        const turned = await part;
        if (!turned || !page.lists || page.lists.some((list) => mayList(list, turned))) return true;
      }
      page.changes = now;
      return false;
    },
  };
}
