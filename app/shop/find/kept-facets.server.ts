import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '#db/types.ts';
import type { Facets } from '#core/search/facets.ts';

const KEPT_MS = 5_000;
const MAX_KEPT = 500;

/** Database -> key of the count -> facets */
const kept = new WeakMap<Kysely<DB>, LRUCache<string, Promise<Facets>>>();

/**
 * Keeps counted choices for a few seconds, because counting them takes longer than finding the parts of a page. Pages share
 * them while they are counted. A failure is not kept.
 */
export function keepFacets(
  database: Kysely<DB>,
  counted: object,
  count: () => Promise<Facets>,
): Promise<Facets> {
  const ofDatabase = kept.get(database) ?? new LRUCache({ max: MAX_KEPT, ttl: KEPT_MS });
  kept.set(database, ofDatabase);
  const key = JSON.stringify(counted);
  const known = ofDatabase.get(key);
  if (known) return known;
  const counting = count();
  ofDatabase.set(key, counting);
  counting.catch(() => ofDatabase.delete(key));
  return counting;
}
