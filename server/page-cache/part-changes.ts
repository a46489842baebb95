import { type ListedPart, mayHold, mayList, type ShownList } from '#domain/search/may-list.ts';
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

interface Edit {
  /** Only its own page and cards may differ. */
  kind: 'looks';
}

interface ListedEdit {
  /** It was added, deleted or edited. */
  kind: 'listed';
  /** Null: it was added. */
  before: ListedPart | null;
  onlyPrice: boolean;
}

export type PartChange = { id: string } & (StockChange | Edit | ListedEdit);

/**
 * The last changes of parts. Pages and lists are compared with them when they are requested, so a change costs nothing by
 * itself.
 */
export interface PartChanges extends PartNews {
  add(changes: readonly PartChange[]): void;
}

/** A change that lists may depend on. */
interface ListedChange {
  number: number;
  mayChange: (list: ShownList) => boolean;
  isOfStock: boolean;
}

/** @param readPart never rejects. Null: the part is not in the catalog. 'unknown': it may be in all lists. */
export function createPartChanges(
  readPart: (id: string) => Promise<ListedPart | null | 'unknown'>,
): PartChanges {
  const ofStock = createLastChanges();
  const edits = createLastChanges();
  const listed: Promise<ListedChange>[] = [];
  /** Of each of these. */
  const listedNumbers: number[] = [];
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

  async function toListed(
    number: number,
    change: PartChange & (StockChange | ListedEdit),
  ): Promise<ListedChange> {
    const now = await readState(change.id);
    const isOfStock = change.kind !== 'listed';
    if (now === 'unknown') return { number, isOfStock, mayChange: () => true };
    if (isOfStock) {
      // The deletion of a part is another change, which has what it was before.
      return { number, isOfStock, mayChange: (list) => now !== null && mayList(list, now) };
    }
    const states = [change.before, now].filter((state) => state !== null);
    return {
      number,
      isOfStock,
      mayChange: (list) =>
        !(change.onlyPrice && list.ignoresPrice) && states.some((state) => mayHold(list, state)),
    };
  }

  return {
    get count() {
      return count;
    },
    add(changes) {
      for (const change of changes) {
        count += 1;
        const { id, kind } = change;
        (kind === 'turned' || kind === 'pieces' ? ofStock : edits).add(partNumber(id), count);
        if (kind === 'turned' || kind === 'listed') {
          listed.push(toListed(count, change));
          listedNumbers.push(count);
        }
      }
      const surplus = listed.length - MAX_LISTED;
      if (surplus > 0) {
        listed.splice(0, surplus);
        lastForgotten = listedNumbers.splice(0, surplus).at(-1) ?? lastForgotten;
      }
    },
    async mayChange(seen: Seen) {
      const now = count;
      const relevant = seen.ignoresStock ? [edits] : [ofStock, edits];
      if (relevant.some((changes) => changes.mayHave(seen))) return true;
      if (seen.lists?.length !== 0) {
        if (seen.changes < lastForgotten) return true;
        const from = listedNumbers.findLastIndex((number) => number <= seen.changes) + 1;
        for (const change of listed.slice(from)) {
          const { isOfStock, mayChange } = await change;
          if (isOfStock && seen.ignoresStock) continue;
          if (!seen.lists || seen.lists.some(mayChange)) return true;
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
