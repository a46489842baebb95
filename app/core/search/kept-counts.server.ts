import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartFilters } from '#core/catalog/catalog-query.ts';
import type { FacetRow } from './facets.ts';
import { DEFAULT_CONDITION } from '#core/catalog/part.ts';
import type { CatalogFilters } from './text-search.server.ts';

const condition = sql`coalesce(part_type, ${sql.lit(DEFAULT_CONDITION)})`;

/** Tells whether only a vehicle, a category and conditions are chosen. The catalog keeps the numbers for these. */
export function hasKeptCounts({
  make: _,
  model: _m,
  year: _y,
  category: _c,
  conditions: _n,
  ...others
}: CatalogFilters): boolean {
  return Object.values(others).every(
    (value) => value === undefined || value === false || (Array.isArray(value) && value.length === 0),
  );
}

/** Selects the kept numbers for these filters. */
export function keptCountsCondition({
  make,
  model,
  year,
  category,
  conditions = [],
}: PartFilters): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(
    [
      sql`parts > 0`,
      ...(make === undefined ? [] : [sql`vehicle_make = ${make}`]),
      ...(model === undefined ? [] : [sql`vehicle_model = ${model}`]),
      ...(year === undefined ? [] : [sql`vehicle_year = ${year}::integer`]),
      ...(category === undefined ? [] : [sql`category = ${category}`]),
      ...(conditions.length === 0 ? [] : [sql`${condition} = any (${conditions}::text[])`]),
    ],
    sql` and `,
  )})`;
}

export async function readKeptChoices(
  database: Kysely<DB>,
  filters: PartFilters,
  { isForVehicle }: { isForVehicle: boolean },
): Promise<FacetRow[]> {
  const { make, model, year, category, conditions = [] } = filters;
  // Facets that no filter narrows in another way are counted together.
  const counts = [
    ...(isForVehicle
      ? []
      : [
          { facet: 'make', column: sql`vehicle_make`, without: { make, model, year } },
          ...(make === undefined
            ? []
            : [{ facet: 'model', column: sql`vehicle_model`, without: { model, year } }]),
          ...(make === undefined || model === undefined
            ? []
            : [{ facet: 'year', column: sql`vehicle_year::text`, without: { year } }]),
          { facet: 'category', column: sql`category`, without: { category } },
        ]),
    {
      facet: 'condition',
      column: condition,
      without: { conditions: conditions.length > 0 ? conditions : undefined },
    },
  ];
  const together = Object.values(
    Object.groupBy(counts, ({ without }) =>
      Object.entries(without)
        .flatMap(([name, value]) => (value === undefined ? [] : name))
        .join(),
    ),
  );
  const statements = together.map((group = []) => {
    const dropped = Object.fromEntries(Object.keys(group[0]?.without ?? {}).map((name) => [name, undefined]));
    const others = group.length > 1 ? filters : { ...filters, ...dropped };
    const columns = group.map(({ column }) => column);
    const facets = group.map(({ facet, column }) => sql`when grouping(${column}) = 0 then ${sql.lit(facet)}`);
    return sql`select case ${sql.join(facets, sql` `)} end as facet, coalesce(${sql.join(columns)}) as value,
        sum(parts)::integer as parts, false as sampled
      from catalog_counts where ${keptCountsCondition(others)}
      group by grouping sets (${sql.join(columns.map((column) => sql`(${column})`))})`;
  });
  const { rows } = await sql<FacetRow>`
    select * from (${sql.join(statements, sql` union all `)}) as counted where value is not null`.execute(
    database,
  );
  return rows;
}
