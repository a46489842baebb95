import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { interpretQuery, type Interpretation } from '#domain/search/interpret-query.ts';
import { createSearchCatalog, type SearchCatalog } from '#domain/search/search-catalog.ts';
import type { SearchLevel } from '#domain/search/search-level.ts';
import { toSearchLevels } from '#domain/search/search-levels.ts';
import { listDistinctValues, listListedModels } from '#features/catalog/vehicles/vehicle-lists.server.ts';

/**
 * Without notifications of changes. Until then, a name that is new to the catalog is a word like others, which finds its
 * parts too.
 */
const MAX_AGE_MS = 5_000;

let kept = new WeakMap<Kysely<DB>, { catalog: Promise<SearchCatalog>; readAt: number }>();

/** Call when the catalog changes, before pages are rendered anew. */
export function forgetSearchCatalog(): void {
  kept = new WeakMap();
}

/** The makes, models, listed ones too, brands, conditions and words of names in the catalog. */
function readSearchCatalog(database: Kysely<DB>): Promise<SearchCatalog> {
  const last = kept.get(database);
  if (last && performance.now() - last.readAt < MAX_AGE_MS) return last.catalog;
  const catalog = queryCatalog(database);
  kept.set(database, { catalog, readAt: performance.now() });
  catalog.catch(() => kept.delete(database));
  return catalog;
}

async function queryCatalog(database: Kysely<DB>): Promise<SearchCatalog> {
  const [models, makes, conditions, brands, nameWords] = await Promise.all([
    listListedModels(database),
    listDistinctValues(database, 'vehicle_make', sql`true`),
    listDistinctValues(database, 'part_type', sql`true`),
    listTerms(database, 'brand'),
    listTerms(database, 't'),
  ]);
  return createSearchCatalog({ models, makes, conditions, brands, nameWords: new Set(nameWords) });
}

async function listTerms(database: Kysely<DB>, facet: string): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`select search_facet(${facet}) as term`.execute(database);
  return rows.map(({ term }) => term.slice(facet.length + 1));
}

export interface ReadText {
  catalog: SearchCatalog;
  query: Interpretation;
  /** Null for a text that is too short to be ordered by match. */
  levels: SearchLevel[] | null;
}

export async function readText(database: Kysely<DB>, text: string): Promise<ReadText> {
  const catalog = await readSearchCatalog(database);
  const query = interpretQuery(text, catalog);
  return { catalog, query, levels: toSearchLevels(query, catalog) };
}
