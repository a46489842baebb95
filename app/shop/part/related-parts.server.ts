import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Part } from '#core/catalog/part.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import type { CatalogFilters } from '#core/search/text-search.server.ts';
import { searchParts } from '#core/search/search-parts.server.ts';

const MAX_PARTS = 6;

/** The query reads more parts than are shown, so that six brands of one brake pad do not fill the list. */
const CANDIDATES = 48;

/** Lists available parts for the vehicle: the part's category first, and different names first. */
export async function listPartsForSameVehicle(database: Kysely<DB>, part: Part): Promise<Part[]> {
  const { make, model, year, category } = part;
  if (make === null || model === null || year === null || category === null) return [];
  const vehicle = { make, model, year };
  const same = newNamesFirst(part, await listCandidates(database, { ...vehicle, category }));
  const others =
    same.length < MAX_PARTS
      ? newNamesFirst(part, await listCandidates(database, vehicle)).filter(
          (other) => other.category !== null && other.category !== category,
        )
      : [];
  const ids = [...same, ...others].slice(0, MAX_PARTS).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { parts } = await searchParts(database, { filters: { ids }, sort: 'name', limit: MAX_PARTS });
  const byId = new Map(parts.map((row) => [row.id, partFromRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type Candidate = Awaited<ReturnType<typeof listCandidates>>[number];

function listCandidates(
  database: Kysely<DB>,
  { make, model, year, category }: { make: string; model: string; year: number; category?: string },
) {
  return database
    .selectFrom('parts_catalog')
    .where('vehicle_make', '=', make)
    .where('vehicle_model', '=', model)
    .where('vehicle_year', '=', year)
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    .whereRef('stock_quantity', '>', 'stock_held')
    .select(['id', 'part_name', 'category'])
    .orderBy('part_name')
    .orderBy('id')
    .limit(CANDIDATES)
    .execute();
}

/** Repeated names come last, including the part's own. */
function newNamesFirst({ id, name }: Part, candidates: readonly Candidate[]): Candidate[] {
  const named = new Set([name]);
  const { fresh = [], repeated = [] } = Object.groupBy(
    candidates.filter((candidate) => candidate.id !== id),
    ({ part_name }) => {
      if (named.has(part_name)) return 'repeated';
      named.add(part_name);
      return 'fresh';
    },
  );
  return [...fresh, ...repeated];
}

/** Finds parts like a deleted one, by all words of its address and the year, all words, or the first 3, 2 or 1. */
export async function findSimilarParts(database: Kysely<DB>, slugWords: readonly string[]): Promise<Part[]> {
  const year = slugWords.find(isYear);
  // The text search ignores years, and short words match too much.
  const words = slugWords.filter((word) => word.length > 2 && !isYear(word));
  if (words.length === 0) return [];
  const q = (count: number) => words.slice(0, count).join(' ');
  const attempts: CatalogFilters[] = [
    ...(year ? [{ q: q(words.length), year: Number(year) }] : []),
    ...[...new Set([words.length, 3, 2, 1].map(q))].map((text) => ({ q: text })),
  ];
  for (const filters of attempts) {
    const query = { filters: { ...filters, inStock: true }, sort: 'name', limit: MAX_PARTS } as const;
    const { parts } = await searchParts(database, query);
    if (parts.length > 0) return parts.map(partFromRow);
  }
  return [];
}

function isYear(word: string): boolean {
  return /^(19|20)\d\d$/.test(word);
}
