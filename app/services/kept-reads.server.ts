import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '#db/types.ts';

const KEPT_MS = 5_000;
const MAX_KEPT = 500;

/** By the database's connections, then by what is read. */
const kept = new WeakMap<Kysely<DB>, LRUCache<string, Promise<unknown>>>();

/**
 * What many pages show and changes seldom, such as the choices of filters with their numbers: it takes longer than finding the
 * parts of a page. Pages show it a few seconds old, and share it while it is read. A failure is not kept.
 *
 * @param what names what is read, with all that it depends on.
 */
export function keepBriefly<T>(
  database: Kysely<DB>,
  what: readonly [name: string, ...parameters: unknown[]],
  read: () => Promise<T>,
): Promise<T> {
  const ofDatabase = kept.get(database) ?? new LRUCache({ max: MAX_KEPT, ttl: KEPT_MS });
  kept.set(database, ofDatabase);
  const key = JSON.stringify(what);
  const known = ofDatabase.get(key);
  if (known) return known as Promise<T>;
  const reading = read();
  ofDatabase.set(key, reading);
  reading.catch(() => ofDatabase.delete(key));
  return reading;
}
