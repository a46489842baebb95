import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartFilters } from '#core/catalog/catalog-query.ts';
import type { RequestPrefill } from '#core/catalog/request-url.ts';
import { prefillRequest, type RelaxedQuery, relaxQuery } from './relax-query.ts';
import { correctSpelling } from '#core/search/closest-spelling.server.ts';
import { interpretText } from '#core/search/search-catalog.server.ts';
import { firstThatFinds } from '#core/search/search-parts.server.ts';

export interface RelaxedSearch extends RelaxedQuery {
  /** Fills in a request with the typed text. */
  request: RequestPrefill;
}

/** Minimum length of a word that is corrected while others are left out. */
const MIN_LETTERS = 4;

/** Finds the closest query that finds parts, for a text that finds none. Null if there is none. */
export async function findRelaxed(
  database: Kysely<DB>,
  { q = '', ...filters }: PartFilters,
): Promise<RelaxedSearch | null> {
  const typed = await interpretText(database, q);
  const { nameWords } = typed.catalog;
  // A 'sedan' is no misspelled Sedona, and a 'key fob' no fog light.
  const corrected = await correctSpelling(
    database,
    q,
    (word, mistyped) => nameWords.has(word) && mistyped.length >= MIN_LETTERS,
  );
  const { query, catalog } = corrected === null ? typed : await interpretText(database, corrected);
  const relaxed = relaxQuery(query, catalog);
  const found = await firstThatFinds(
    database,
    relaxed.map(({ text }) => text),
    filters,
  );
  const first = relaxed.find(({ text }) => text === found);
  return first ? { ...first, request: prefillRequest(typed.query) } : null;
}
