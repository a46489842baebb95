import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Part } from '#domain/part.ts';
import { withFallbackAfter } from '#domain/time-limit.ts';
import { closestSpelling } from '#features/catalog/search/closest-spelling.server.ts';
import { decodeCursor } from '#services/cursor.server.ts';
import { type JunkyardSearch, MOST_LETTERS } from './junkyard-address.ts';
import { partFromRow } from '#domain/catalog-row.ts';
import { PAGE_SIZE } from '#features/catalog/results/results-address.ts';
import { countParts, searchParts } from '#features/catalog/search/search-parts.server.ts';

/** How long the page waits for another spelling, in milliseconds. */
const SPELLING_LIMIT = 1_000;

/**
 * How long the page waits for the number of parts, in milliseconds: this, or half of the time that reading the parts
 * took, because everything takes longer on a busy machine.
 */
const COUNT_LIMIT = 15;

export interface JunkyardList {
  parts: Part[];
  /** How many parts the search finds on all pages; null when counting them takes longer than finding them. */
  total: number | null;
  /** The same search as it was probably meant, if that finds parts. */
  closest: string | null;
  /** Where the next page begins. */
  next: string | null;
  /** Whether the list begins behind an earlier page. */
  goesOn: boolean;
}

/** Why an address is answered with no list at all. */
export type JunkyardRefusal = 'search too long' | 'unknown cursor';

/**
 * One page of what a search finds.
 *
 * @param cursor what an address says after 'after'; '' counts as nothing.
 * @param logError notes what the list is as good without.
 */
export async function junkyardList(
  database: Kysely<DB>,
  search: JunkyardSearch,
  { cursor, logError }: { cursor: string | null; logError: (error: unknown) => void },
): Promise<JunkyardList | JunkyardRefusal> {
  if (search.q.length > MOST_LETTERS) return 'search too long';
  const after = cursor ? decodeCursor(cursor) : undefined;
  if (cursor && !after) return 'unknown cursor';

  const filters = {
    q: search.q || undefined,
    make: search.make || undefined,
    category: search.category || undefined,
    condition: search.condition || undefined,
  };
  const orNull = <T>(read: Promise<T>) =>
    read.catch((error: unknown) => {
      logError(error);
      return null;
    });
  const count = orNull(countParts(database, filters));
  // Of words that parts are called by, this is known long before the parts.
  const closest = after
    ? null
    : withFallbackAfter(SPELLING_LIMIT, null, orNull(closestSpelling(database, filters)));
  const began = performance.now();
  const { parts, next } = await searchParts(database, { filters, sort: 'name', limit: PAGE_SIZE, after });
  const counted = await withFallbackAfter(
    Math.max(COUNT_LIMIT, (performance.now() - began) / 2),
    null,
    count,
  );
  return {
    parts: parts.map(partFromRow),
    total: counted && counted.total,
    closest: await closest,
    next,
    goesOn: after !== undefined,
  };
}
