import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Part } from '#domain/part.ts';
import { decodeCursor } from './cursor.server.ts';
import { type JunkyardSearch, MOST_LETTERS } from './junkyard-address.ts';
import { partFromRow } from './parts.server.ts';
import { PAGE_SIZE } from './results-address.ts';
import { countParts, searchParts } from './search-parts.server.ts';

export interface JunkyardList {
  parts: Part[];
  /** How many parts the search finds on all pages. */
  total: number;
  /** Where the next page begins. */
  next: string | null;
  /** Whether the list begins behind an earlier page. */
  goesOn: boolean;
}

/** One page of what a search finds. A cursor that is none of ours counts as not given. */
export async function junkyardList(
  database: Kysely<DB>,
  search: JunkyardSearch,
  cursor: string | null,
): Promise<JunkyardList> {
  const after = cursor === null ? undefined : decodeCursor(cursor);
  const goesOn = after !== undefined;
  if (search.q.length > MOST_LETTERS) return { parts: [], total: 0, next: null, goesOn };

  const filters = {
    q: search.q || undefined,
    make: search.make || undefined,
    category: search.category || undefined,
    condition: search.condition || undefined,
  };
  const [{ parts, next }, { total }] = await Promise.all([
    searchParts(database, { filters, sort: 'name', limit: PAGE_SIZE, after }),
    countParts(database, filters),
  ]);
  return { parts: parts.map(partFromRow), total, next, goesOn };
}
