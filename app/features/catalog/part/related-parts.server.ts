import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Part } from '#domain/part.ts';
import { partFromRow } from '#domain/catalog-row.ts';
import type { CatalogFilters } from '#features/catalog/search/catalog-conditions.server.ts';
import { searchParts, selectColumns, showSearch } from '#features/catalog/search/search-parts.server.ts';

const MAX_PARTS = 6;

/** More than are shown, so that six brands of one brake pad do not fill the list. */
const CANDIDATES = 48;

/** Lists available parts for the vehicle: the part's category first, and different names first. */
export async function listPartsForSameVehicle(database: Kysely<DB>, part: Part): Promise<Part[]> {
  const { make, model, year, category } = part;
  if (make === null || model === null || year === null) return [];
  const vehicle = { make, model, year, inStock: true };
  showSearch({ ...vehicle, category }, null);
  const related = await selectColumns(
    database
      .selectFrom('parts_catalog')
      .innerJoin(chooseRelated(part).as('related'), 'related.part_id', 'parts_catalog.id'),
  )
    .orderBy(sql`related.is_other`)
    .orderBy(sql`related.is_repeated`)
    .orderBy('part_name')
    .orderBy('id')
    .limit(MAX_PARTS)
    .execute();
  // Then the others were read too.
  if (related.filter((other) => other.category === category).length < MAX_PARTS) showSearch(vehicle, null);
  return related.map(partFromRow);
}

/** Repeated names come last, including the part's own. */
function chooseRelated({ id, name, make, model, year, category }: Part) {
  const next = (condition: RawBuilder<unknown>) => sql`
    select id, part_name, category from parts_catalog
    where vehicle_make = ${make} and vehicle_model = ${model} and vehicle_year = ${year}::integer
      and stock_quantity - stock_held > 0 and ${condition}
    order by part_name, id limit ${CANDIDATES}`;
  const chosen = (from: string, condition: RawBuilder<unknown>) => sql`
    select id as part_id, ${sql.lit(from === 'others')} as is_other, is_repeated
    from (
      select *, part_name = ${name} or row_number() over (partition by part_name order by id) > 1 as is_repeated
      from ${sql.ref(from)} where id <> ${id}::uuid
    ) as candidates
    where ${condition} order by is_repeated, part_name, id limit ${MAX_PARTS}`;
  return sql<{ part_id: string; is_other: boolean; is_repeated: boolean }>`(
    with same as materialized (${next(sql`category = ${category}`)}),
    others as materialized (${next(sql`true`)}),
    chosen as materialized (${chosen('same', sql`true`)})
    select * from chosen
    union all
    (${chosen('others', sql`category <> ${category} and (select count(*) from chosen) < ${MAX_PARTS}`)}))`;
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
