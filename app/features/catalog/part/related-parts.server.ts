import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Part } from '#domain/part.ts';
import { partFromRow } from '#domain/catalog-row.ts';
import type { CatalogFilters } from '#features/catalog/search/catalog-conditions.server.ts';
import { searchParts } from '#features/catalog/search/search-parts.server.ts';

const MAX_PARTS = 6;

/** More than are shown, so that six brands of one brake pad do not fill the list. */
const CANDIDATES = 48;

/** Lists available parts for the vehicle: the part's category first, and different names first. */
export async function listPartsForSameVehicle(database: Kysely<DB>, part: Part): Promise<Part[]> {
  const { make, model, year, category } = part;
  if (make === null || model === null || year === null) return [];
  const vehicle = { make, model, year, inStock: true };
  const sameCategory = await readCandidates(database, part, { ...vehicle, category });
  if (sameCategory.length >= MAX_PARTS) return sameCategory.slice(0, MAX_PARTS);
  const forVehicle = await readCandidates(database, part, vehicle);
  const otherCategories = forVehicle.filter((other) => other.category !== category);
  return [...sameCategory, ...otherCategories].slice(0, MAX_PARTS);
}

async function readCandidates(database: Kysely<DB>, part: Part, filters: CatalogFilters): Promise<Part[]> {
  const { parts } = await searchParts(database, { filters, sort: 'name', limit: CANDIDATES });
  const found = parts.map(partFromRow).filter(({ id }) => id !== part.id);
  // Repeated names come last, including the part's own.
  const shown = new Set([part.name]);
  const isRepeated = ({ name }: Part) => shown.size === shown.add(name).size;
  const { first = [], again = [] } = Object.groupBy(found, (other) =>
    isRepeated(other) ? 'again' : 'first',
  );
  return [...first, ...again];
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
