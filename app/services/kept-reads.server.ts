import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Notifications may get lost, for example in a connection pooler. */
const MAX_AGE_MS = 5_000;

type Read<Value> = (database: Kysely<DB>) => Promise<Value>;

interface Watched {
  isTold: () => boolean;
  kept: Map<Read<unknown>, { value: Promise<unknown>; readAt: number }>;
}

const watched = new WeakMap<Kysely<DB>, Watched>();

/**
 * Lets readKept keep what it reads from this database while `isTold`: while the process hears of all changes of the catalog,
 * besides the stock. Returns the function to call after each.
 */
export function keepReads(database: Kysely<DB>, isTold: () => boolean): () => void {
  const reads: Watched = { isTold, kept: new Map() };
  watched.set(database, reads);
  return () => {
    // What is being read now may be from before the change.
    reads.kept = new Map();
  };
}

/** Reads what pages share and no sale changes, such as the lists of makes and conditions. `read` is a function of a module. */
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
