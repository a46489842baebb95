import { type ListedPart, mayList } from '#domain/search/may-list.ts';
import type { Seen, StockNews } from '#services/kept-reads.server.ts';
import { partNumber } from '#services/shown-lists.server.ts';

/**
 * What lacks more changes is read again. Limits the work of a request to a millisecond, and the memory to some
 * megabytes. Two sales a second make 2,400 in the ten minutes that a page is kept.
 */
const MAX_CHANGES = 2_500;

export interface StockChange {
  id: string;
  /** It was sold out, or is available again. Else only its number of pieces has changed. */
  hasTurned: boolean;
}

/**
 * The last changes of the stock. Pages and lists are compared with them when they are requested, so a change costs nothing by
 * itself.
 */
export interface StockChanges extends StockNews {
  add(changes: readonly StockChange[]): void;
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
    async mayChange(seen: Seen) {
      const now = count;
      const missing = now - seen.changes;
      if (missing > last.length) return true;
      const changes = last.slice(last.length - missing);
      if (changes.some(({ number }) => seen.parts.includes(number))) return true;
      for (const { part } of changes) {
        if (!part || seen.lists?.length === 0) continue;
        const turned = await part;
        if (!turned || !seen.lists || seen.lists.some((list) => mayList(list, turned))) return true;
      }
      seen.changes = now;
      return false;
    },
  };
}
