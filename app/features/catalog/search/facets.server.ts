import { type Kysely, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { type PartFilters } from '#domain/catalog-query.ts';
import { conditionKind } from '#domain/condition-kind.ts';
import { type FacetChoice, type Facets, listChoices } from '#domain/facets.ts';
import { matchesFilters } from './catalog-conditions.server.ts';
import { readText } from './search-catalog.server.ts';

/** Of kinds and brands. */
const MAX_LISTED = 50;

/** Counts the choices of each filter, see Facets. */
export async function readFacets(database: Kysely<DB>, filters: PartFilters): Promise<Facets> {
  const { q, make, model, year, category, conditions = [], origin, kind, brand } = filters;
  const levels = q === undefined ? null : (await readText(database, q)).levels;
  const found = (ignored: Partial<PartFilters>) => {
    const matching = database
      .selectFrom('parts_catalog')
      .where(matchesFilters({ ...filters, ...ignored, ...(levels && { q: undefined }) }));
    if (!levels) return matching;
    return matching.where(
      sql<SqlBool>`id in (
        select placed.part_id from search_level(${JSON.stringify(levels.at(-1))}::jsonb, array['part']) as level,
        search_placed(level.chunk, level.parts) as placed)`,
    );
  };
  const count = async (column: string, ignored: Partial<PartFilters>): Promise<FacetChoice[]> => {
    const rows = await found(ignored)
      .select([sql<string | null>`${sql.raw(column)}::text`.as('value'), sql<string>`count(*)`.as('parts')])
      .groupBy(sql`1`)
      .execute();
    return rows.flatMap(({ value, parts }) => (value === null ? [] : [{ value, parts: Number(parts) }]));
  };
  const total = async (more: Partial<PartFilters>) =>
    (await count(`'all'`, more)).reduce((sum, { parts }) => sum + parts, 0);
  const anyVehicle = { make: undefined, model: undefined, year: undefined };
  const chosen = (value: string | undefined) => (value === undefined ? [] : [value]);
  const condition = "coalesce(part_type, 'Good')";

  const origins = Object.entries(
    Object.groupBy(await count(condition, { origin: undefined }), ({ value }) =>
      conditionKind(value) === 'new' ? 'new' : 'used',
    ),
  ).map(([value, choices]) => ({ value, parts: choices.reduce((sum, { parts }) => sum + parts, 0) }));
  const priced = await found({ minPriceCents: undefined, maxPriceCents: undefined })
    .where('price', '>', '0')
    .select([sql<string | null>`min(price) * 100`.as('min'), sql<string | null>`max(price) * 100`.as('max')])
    .executeTakeFirstOrThrow();
  return {
    makes: listChoices(await count('vehicle_make', anyVehicle), chosen(make)),
    models:
      make === undefined
        ? []
        : listChoices(await count('vehicle_model', { model: undefined, year: undefined }), chosen(model)),
    years:
      make === undefined || model === undefined
        ? []
        : listChoices(await count('vehicle_year', { year: undefined }), chosen(year?.toString())).toSorted(
            (a, b) => Number(b.value) - Number(a.value),
          ),
    categories: listChoices(await count('category', { category: undefined }), chosen(category)),
    kinds: listChoices(await count('part_name', { kind: undefined }), chosen(kind), MAX_LISTED),
    conditions: listChoices(await count(condition, { conditions: undefined }), conditions),
    brands: listChoices(await count('brand', { brand: undefined }), chosen(brand), MAX_LISTED),
    origins: listChoices(origins, chosen(origin)),
    inStock: await total({ inStock: true }),
    newArrivals: await total({ newArrivals: true }),
    prices:
      priced.min === null || priced.max === null
        ? null
        : { minCents: Number(priced.min), maxCents: Number(priced.max) },
  };
}
