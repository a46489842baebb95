import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Loaded } from '#domain/live.ts';
import type { Part } from '#domain/part.ts';
import { withFallbackAfter } from '#domain/time-limit.ts';
import { findClosestSpelling } from '#features/catalog/search/closest-spelling.server.ts';
import { decodeCursor } from '#services/cursor.server.ts';
import { type JunkyardSearch, MAX_QUERY_LENGTH } from './junkyard-address.ts';
import { partFromRow } from '#domain/catalog-row.ts';
import { PAGE_SIZE } from '#features/catalog/results/results-address.ts';
import { countParts, searchParts } from '#features/catalog/search/search-parts.server.ts';

const SPELLING_TIMEOUT_MS = 1_000;

/** The page waits for the count at least this long, or half as long as the parts took. */
const MIN_COUNT_TIMEOUT_MS = 15;

export interface JunkyardList extends Loaded {
  parts: Part[];
  /** Null if the count timed out. */
  total: number | null;
  closest: string | null;
  next: string | null;
  isLaterPage: boolean;
}

export type JunkyardRefusal = 'search too long' | 'unknown cursor';

/** Reads one page. `cursor` may be ''. `logError` gets failures of the count and the spelling, which are optional. */
export async function readJunkyardList(
  database: Kysely<DB>,
  search: JunkyardSearch,
  { cursor, logError }: { cursor: string | null; logError: (error: unknown) => void },
): Promise<JunkyardList | JunkyardRefusal> {
  if (search.q.length > MAX_QUERY_LENGTH) return 'search too long';
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
  const closest = after
    ? null
    : withFallbackAfter(SPELLING_TIMEOUT_MS, null, orNull(findClosestSpelling(database, filters)));
  const startedAt = performance.now();
  const { parts, next } = await searchParts(database, { filters, sort: 'name', limit: PAGE_SIZE, after });
  const counted = await withFallbackAfter(
    Math.max(MIN_COUNT_TIMEOUT_MS, (performance.now() - startedAt) / 2),
    null,
    count,
  );
  return {
    parts: parts.map(partFromRow),
    total: counted && counted.total,
    closest: await closest,
    next,
    isLaterPage: after !== undefined,
  };
}
