import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '#db/types.ts';
import type { ShownList } from '#domain/search/may-list.ts';
import { partNumber, recordShown, showList, type Shown, showParts } from './shown-lists.server.ts';
import { shareOf } from './workers.server.ts';

/** Notifications may get lost, for example in a connection pooler. */
const MAX_AGE_MS = 5_000;

/** Of all processes together, estimated. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/** The keys of an object and its numbers take more space than their JSON. */
const BYTES_PER_CHARACTER = 3;

type Read<Value> = (database: Kysely<DB>) => Promise<Value>;

/** What was read, to be compared with changes of parts. */
export interface Seen {
  /** The changes of parts that it has. */
  changes: number;
  /** Of the parts that it shows, see partNumber. */
  parts: Uint32Array;
  /** Null: unknown, so that any part may be in one. */
  lists: readonly ShownList[] | null;
  /** It shows no stock. */
  ignoresStock?: boolean;
}

export interface PartNews {
  /** How many changes of parts there were. */
  readonly count: number;
  /** Whether one of the changes that it lacks may change it. Else notes that it has all of them. */
  mayChange(seen: Seen): Promise<boolean>;
}

interface KeptList {
  /** Undefined while it is read. */
  seen: Seen | undefined;
  /** The changes of parts before. */
  changes: number;
  read: Promise<Shown & { result: object }>;
}

interface Watched {
  isTold: () => boolean;
  news: PartNews;
  kept: Map<Read<unknown>, { value: Promise<unknown>; readAt: number }>;
  lists: LRUCache<string, KeptList>;
}

const watched = new WeakMap<Kysely<DB>, Watched>();

/**
 * Lets readKept and readKeptList keep what they read from this database while `isTold`: while the process hears of all changes
 * of the catalog. Returns the function to call after each that `news` lacks.
 *
 * @param maxListAgeMs should be longer than the default only if notifications surely arrive.
 */
export function keepReads(
  database: Kysely<DB>,
  {
    isTold,
    news,
    maxListAgeMs = MAX_AGE_MS,
  }: { isTold: () => boolean; news: PartNews; maxListAgeMs?: number | undefined },
): () => void {
  const createLists = () =>
    new LRUCache<string, KeptList>({ maxSize: shareOf(MAX_LIST_BYTES), ttl: maxListAgeMs });
  const reads: Watched = { isTold, news, kept: new Map(), lists: createLists() };
  watched.set(database, reads);
  return () => {
    // What is being read now may be from before the change.
    reads.kept = new Map();
    reads.lists = createLists();
  };
}

/** Reads what pages share and only names change, such as the lists of makes and conditions. `read` is a function of a module. */
export function readKept<Value>(database: Kysely<DB>, read: Read<Value>): Promise<Value> {
  const reads = watched.get(database);
  if (!reads?.isTold()) return read(database);
  const { kept } = reads;
  const last = kept.get(read);
  if (last && performance.now() - last.readAt < MAX_AGE_MS) return last.value as Promise<Value>;
  const value = read(database);
  kept.set(read, { value, readAt: performance.now() });
  value.catch(() => kept.delete(read));
  return value;
}

/**
 * Reads what depends on the lists and parts that `read` records (shown-lists.server.ts), such as counts. Keeps it until a sale
 * or an edit may change one of them. Do not change the result: others get the same one.
 *
 * @param key of all that `read` depends on besides the catalog.
 */
export async function readKeptList<Value extends object>(
  database: Kysely<DB>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const reads = watched.get(database);
  if (!reads?.isTold()) return read();
  const last = reads.lists.get(key);
  const kept = last && !(await mayDiffer(last, reads.news)) ? last : startReading(reads, key, read);
  const { result, ...shown } = await kept.read;
  for (const list of shown.lists) showList(list);
  showParts(shown.parts);
  return result as Value;
}

async function mayDiffer({ seen, changes }: KeptList, news: PartNews): Promise<boolean> {
  if (!seen) return changes !== news.count;
  return seen.changes !== news.count && (await news.mayChange(seen));
}

function startReading({ lists, news }: Watched, key: string, read: () => Promise<object>): KeptList {
  const kept: KeptList = { seen: undefined, changes: news.count, read: recordShown(read) };
  const finish = async () => {
    const { result, ...shown } = await kept.read;
    kept.seen = {
      changes: kept.changes,
      lists: shown.lists,
      parts: Uint32Array.from(shown.parts, partNumber),
    };
    if (lists.peek(key) !== kept) return;
    const { length } = key + JSON.stringify([result, shown.lists, [...shown.parts]]);
    lists.set(key, kept, { size: length * BYTES_PER_CHARACTER });
  };
  lists.set(key, kept, { size: 1 });
  finish().catch(() => {
    if (lists.peek(key) === kept) lists.delete(key);
  });
  return kept;
}
