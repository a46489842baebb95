import {
  type ListedPart,
  mayChangeByEdit,
  mayChangeByStock,
  type ShownList,
} from '#domain/search/may-list.ts';
import type { PartNews, Seen } from '#services/kept-reads.server.ts';
import { partNumber } from '#services/shown-lists.server.ts';

/** Two sales a second change the stock 14,400 times in the hour that a page is kept. */
const MAX_CHANGES = 15_000;

/** Limits the work of a request to a millisecond, and the memory to some megabytes. What lacks more of them is read again. */
const MAX_LISTED = 2_500;

/** Of parts at the same time. To render pages anew costs less than to read more of them. */
const MAX_READS = 100;

interface StockChange {
  /** `turned`: it was sold out, or is available again. `pieces`: only its number of pieces has changed. */
  kind: 'turned' | 'pieces';
}

interface AppearanceChange {
  /** Of its own page and its cards. No search compares what has changed. */
  kind: 'appearance';
}

interface ListedChange {
  /** It was added, deleted or edited. */
  kind: 'listed';
  /** Null: it was added. */
  before: ListedPart | null;
  onlyPrice: boolean;
}

export type PartChange = { id: string } & (StockChange | AppearanceChange | ListedChange);

/**
 * The last changes of parts. Pages and lists are compared with them when they are requested, so a change costs nothing by
 * itself.
 */
export interface PartChanges extends PartNews {
  add(changes: readonly PartChange[]): void;
}

/** @param readPart never rejects. Null: the part is not in the catalog. 'unknown': it may be in all lists. */
export function createPartChanges(
  readPart: (id: string) => Promise<ListedPart | null | 'unknown'>,
): PartChanges {
  const ofStock = createLastChanges();
  const edits = createLastChanges();
  /** The changes that lists may depend on. */
  const listed: { number: number; isOfStock: boolean; mayChange: Promise<(list: ShownList) => boolean> }[] =
    [];
  /** What has fewer changes is read again. */
  let lastForgotten = 0;
  let count = 0;
  let reading = 0;

  async function readState(id: string): Promise<ListedPart | null | 'unknown'> {
    if (reading >= MAX_READS) return 'unknown';
    reading += 1;
    const part = await readPart(id);
    reading -= 1;
    return part;
  }

  async function readEffect(change: PartChange & (StockChange | ListedChange)) {
    const now = await readState(change.id);
    if (now === 'unknown') return () => true;
    if (change.kind !== 'listed') {
      // The deletion of a part is another change, which has what it was before.
      return (list: ShownList) => now !== null && mayChangeByStock(list, now);
    }
    const states = [change.before, now].filter((state) => state !== null);
    return (list: ShownList) =>
      !(change.onlyPrice && list.ignoresPrice) && states.some((state) => mayChangeByEdit(list, state));
  }

  return {
    get count() {
      return count;
    },
    add(changes) {
      for (const change of changes) {
        count += 1;
        const { id, kind } = change;
        const isOfStock = kind === 'turned' || kind === 'pieces';
        (isOfStock ? ofStock : edits).add(partNumber(id), count);
        if (kind === 'turned' || kind === 'listed')
          listed.push({ number: count, isOfStock, mayChange: readEffect(change) });
      }
      const forgotten = listed.splice(0, listed.length - MAX_LISTED);
      lastForgotten = forgotten.at(-1)?.number ?? lastForgotten;
    },
    async mayChange(seen: Seen) {
      const now = count;
      const relevant = seen.ignoresStock ? [edits] : [ofStock, edits];
      if (relevant.some((changes) => changes.mayHave(seen))) return true;
      if (seen.lists?.length !== 0) {
        if (seen.changes < lastForgotten) return true;
        const from = listed.findLastIndex(({ number }) => number <= seen.changes) + 1;
        for (const { isOfStock, mayChange } of listed.slice(from)) {
          if (isOfStock && seen.ignoresStock) continue;
          if (!seen.lists || seen.lists.some(await mayChange)) return true;
        }
      }
      seen.changes = now;
      return false;
    },
  };
}

/** The number of the last change of each part. */
function createLastChanges() {
  /** In the order of these changes. */
  const lastOf = new Map<number, number>();
  let lastForgotten = 0;
  return {
    add(part: number, change: number): void {
      lastOf.delete(part);
      lastOf.set(part, change);
      const [oldest] = lastOf;
      if (!oldest || lastOf.size <= MAX_CHANGES) return;
      lastForgotten = oldest[1];
      lastOf.delete(oldest[0]);
    },
    /** Whether one of the parts may have changed since. */
    mayHave({ parts, changes }: Seen): boolean {
      return changes < lastForgotten || parts.some((part) => (lastOf.get(part) ?? 0) > changes);
    },
  };
}
