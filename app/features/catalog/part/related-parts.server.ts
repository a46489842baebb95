import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Part } from '#domain/part.ts';
import { partFromRow } from '#domain/catalog-row.ts';
import { type CatalogFilters, searchParts } from '#features/catalog/search/search-parts.server.ts';

/** How many parts are shown beside another. */
const MOST_PARTS = 6;

/** How many of a shelf are looked at, so that six brands of one brake pad are not all that is shown. */
const LOOKED_AT = 48;

/** How many vehicles are named beside a part number. */
const MOST_VEHICLES = 12;

/** Other parts for the part's vehicle that can be bought now: first of its category, and of as many kinds as there are. */
export async function partsForSameVehicle(database: Kysely<DB>, part: Part): Promise<Part[]> {
  const { make, model, year, category } = part;
  if (make === null || model === null || year === null) return [];
  const vehicle = { make, model, year, inStock: true };
  const shelf = await others(database, part, { ...vehicle, category });
  if (shelf.length >= MOST_PARTS) return shelf.slice(0, MOST_PARTS);
  const elsewhere = await others(database, part, vehicle);
  return [...shelf, ...elsewhere.filter((other) => other.category !== category)].slice(0, MOST_PARTS);
}

async function others(database: Kysely<DB>, part: Part, filters: CatalogFilters): Promise<Part[]> {
  const { parts } = await searchParts(database, { filters, sort: 'name', limit: LOOKED_AT });
  const found = parts.map(partFromRow).filter(({ id }) => id !== part.id);
  // The part's own name counts as shown: the same in another make of it comes behind all else.
  const shown = new Set([part.name]);
  const isRepeated = ({ name }: Part) => shown.size === shown.add(name).size;
  const { first = [], again = [] } = Object.groupBy(found, (other) =>
    isRepeated(other) ? 'again' : 'first',
  );
  return [...first, ...again];
}

/** A part with the same number for another vehicle. */
export type SameNumberPart = Pick<Part, 'id' | 'name' | 'make' | 'model' | 'year'>;

/** One part for each other vehicle that carries the part's number, however it is spelt. */
export async function partsOfSameNumber(database: Kysely<DB>, part: Part): Promise<SameNumberPart[]> {
  if (part.oemNumber === null) return [];
  const rows = await database
    .selectFrom('parts_catalog')
    .distinctOn(['vehicle_make', 'vehicle_model', 'vehicle_year'])
    .select(['id', 'part_name', 'vehicle_make', 'vehicle_model', 'vehicle_year'])
    .where(sql<boolean>`oem_number_key(oem_number) = oem_number_key(${part.oemNumber})`)
    .where('vehicle_make', 'is not', null)
    .where(
      sql<boolean>`(vehicle_make, vehicle_model, vehicle_year) is distinct from (${part.make}::text, ${part.model}::text, ${part.year}::integer)`,
    )
    .orderBy('vehicle_make')
    .orderBy('vehicle_model')
    .orderBy('vehicle_year')
    .limit(MOST_VEHICLES)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.part_name,
    make: row.vehicle_make,
    model: row.vehicle_model,
    year: row.vehicle_year,
  }));
}

/**
 * Parts that can be bought in the place of one that is gone, by the words of its address: those that have them all,
 * of its year if there are such, else those that have the first three, two, or one.
 */
export async function similarParts(database: Kysely<DB>, slugWords: readonly string[]): Promise<Part[]> {
  const year = slugWords.find(isYear);
  // A search looks into no years, and finds little by one or two letters.
  const words = slugWords.filter((word) => word.length > 2 && !isYear(word));
  if (words.length === 0) return [];
  const q = (count: number) => words.slice(0, count).join(' ');
  const tries: CatalogFilters[] = [
    ...(year ? [{ q: q(words.length), year: Number(year) }] : []),
    ...[...new Set([words.length, 3, 2, 1].map(q))].map((text) => ({ q: text })),
  ];
  for (const filters of tries) {
    const query = { filters: { ...filters, inStock: true }, sort: 'name', limit: MOST_PARTS } as const;
    const { parts } = await searchParts(database, query);
    if (parts.length > 0) return parts.map(partFromRow);
  }
  return [];
}

function isYear(word: string): boolean {
  return /^(19|20)\d\d$/.test(word);
}
