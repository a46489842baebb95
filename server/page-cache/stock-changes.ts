import { type ListedPart, mayList } from '#domain/search/may-list.ts';
import type { Seen, StockNews } from '#services/kept-reads.server.ts';
import { partNumber } from '#services/shown-lists.server.ts';

/** Two sales a second change the stock 14,400 times in the hour that a page is kept. */
const MAX_CHANGES = 15_000;

/** Limits the work of a request to a millisecond, and the memory to some megabytes. What lacks more of them is read again. */
const MAX_TURNED = 2_500;

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
  /** The number of the last change of each part, in the order of these changes. */
  const lastOf = new Map<number, number>();
  /** The changes of parts that were sold out, or are available again. */
  const turned: { change: number; part: Promise<ListedPart | null> }[] = [];
  /** Their numbers. What has fewer changes is read again. */
  let lastForgotten = 0;
  let lastForgottenTurned = 0;
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(changes) {
      for (const { id, hasTurned } of changes) {
        count += 1;
        const number = partNumber(id);
        lastOf.delete(number);
        lastOf.set(number, count);
        if (hasTurned) turned.push({ change: count, part: readPart(id) });
      }
      for (const [number, change] of lastOf) {
        if (lastOf.size <= MAX_CHANGES) break;
        lastForgotten = change;
        lastOf.delete(number);
      }
      const forgotten = turned.splice(0, turned.length - MAX_TURNED);
      lastForgottenTurned = forgotten.at(-1)?.change ?? lastForgottenTurned;
    },
    async mayChange(seen: Seen) {
      const now = count;
      if (seen.changes < lastForgotten) return true;
      if (seen.parts.some((number) => (lastOf.get(number) ?? 0) > seen.changes)) return true;
      if (seen.lists?.length !== 0) {
        if (seen.changes < lastForgottenTurned) return true;
        const from = turned.findLastIndex(({ change }) => change <= seen.changes) + 1;
        for (const { part } of turned.slice(from)) {
          const listed = await part;
          if (!listed || !seen.lists || seen.lists.some((list) => mayList(list, listed))) return true;
        }
      }
      seen.changes = now;
      return false;
    },
  };
}
