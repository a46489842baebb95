import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { mileageChoices, type PartFilters } from '#domain/catalog-query.ts';
import type { Facets } from '#domain/facets.ts';
import {
  available,
  conditionName,
  filterConditions,
  gradeName,
  isNewArrival,
} from './catalog-conditions.server.ts';
import { type FacetRow, toFacets } from './facets.server.ts';

const facets = [
  'category',
  'kind',
  'condition',
  'brand',
  'origin',
  'grade',
  'mileage',
  'added',
  'stock',
  'price',
] as const;

type Facet = (typeof facets)[number];

/**
 * As readFacets, of the parts that fit an exact vehicle: some thousand at most, which are read one by one. Without makes,
 * models and years.
 */
export async function readFitFacets(
  database: Kysely<DB>,
  filters: PartFilters & { make: string; model: string; year: number },
): Promise<Facets> {
  const { make, model, year, ...others } = filters;
  const conditions = filterConditions(others);
  const passes = (facet: Facet) =>
    sql`${sql.join(
      facets.filter((other) => other !== facet).map((other) => sql.ref(`passes_${other}`)),
      sql` and `,
    )}`;
  const counted = (facet: Facet, value: ReturnType<typeof sql>, only = sql`true`) =>
    sql`select ${facet}::text as facet, ${value}::text as value, count(*) as parts from found
      where ${only} and ${passes(facet)} group by 2`;
  const { rows } = await sql<FacetRow>`
    with found as materialized (
      select category, part_name, brand, price, mileage, ${conditionName} as condition, ${gradeName} as grade,
        search_is_new(origin, part_type) as is_new, ${available} > 0 as is_in_stock,
        ${isNewArrival()} as is_new_arrival,
        ${sql.join(facets.map((facet) => sql`${conditions[facet] ?? sql`true`} as ${sql.ref(`passes_${facet}`)}`))}
      from parts_catalog
      join vehicle_fits(${make}, ${model}, ${year}::integer) as fits on fits.part_id = parts_catalog.id
    )
    ${sql.join(
      [
        counted('category', sql`category`),
        counted('kind', sql`part_name`, sql`length(part_name) <= 200`),
        counted('condition', sql`condition`),
        counted('origin', sql`'new'`, sql`is_new`),
        counted('origin', sql`''`),
        counted('grade', sql`grade`, sql`grade <> 'none'`),
        counted('grade', sql`''`),
        counted(
          'mileage',
          sql`(select min(most) from unnest(${mileageChoices}::integer[]) as most where mileage <= most)`,
        ),
        counted('brand', sql`brand`, sql`brand <> ''`),
        counted('stock', sql`''`, sql`is_in_stock`),
        counted('added', sql`''`, sql`is_new_arrival`),
        sql`select 'price', end_price::text, 1 from (
          select min(price) as low, max(price) as high from found where price > 0 and ${passes('price')}
        ) as prices, unnest(array[low, high]) as end_price where end_price is not null`,
      ],
      sql` union all `,
    )}`.execute(database);
  return toFacets(rows, filters, null);
}
