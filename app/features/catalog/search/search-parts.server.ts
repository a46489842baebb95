import {
  type AliasableExpression,
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DB } from '#db/types.ts';
import { isExactVehicle, type PartFilters, type PartSort } from '#domain/catalog-query.ts';
import { DEFAULT_CONDITION } from '#domain/part.ts';
import { decimalColumns, partColumns, without } from '#domain/part-fields.ts';
import { type PartCursor, encodeCursor } from '#services/cursor.server.ts';

export interface CatalogFilters extends PartFilters {
  ids?: readonly string[] | undefined;
}

export interface PartsQuery {
  filters: CatalogFilters;
  sort: PartSort;
  limit: number;
  after?: PartCursor | undefined;
}

const available = sql<number>`stock_quantity - stock_held`;
const allHeld = sql<boolean>`stock_held > 0 and stock_held = stock_quantity`;
const shownPrice = sql<string>`coalesce(price, 0)`;

/** Reads one page. stock_quantity excludes held pieces. `next` is the cursor of the next page. */
export async function searchParts(database: Kysely<DB>, query: PartsQuery) {
  return toPage(await partsAndOneMore(database, query).execute(), query);
}

/** With an index for parts and counts, one JSON statement takes half the time of two. */
export async function searchAndCountParts(database: Kysely<DB>, query: PartsQuery) {
  if (!usesTableIndex(query.filters)) {
    const [page, numbers] = await Promise.all([
      searchParts(database, query),
      countParts(database, query.filters),
    ]);
    return { ...page, ...numbers };
  }
  const { rows, parts, in_stock } = await database
    .selectFrom(counts(database, query.filters).as('counted'))
    .select(['parts', 'in_stock', jsonArrayFrom(partsAndOneMore(database, query)).as('rows')])
    .executeTakeFirstOrThrow();
  return { ...toPage(rows, query), total: Number(parts), inStockTotal: Number(in_stock) };
}

/** Ignores the filter `inStock`. */
export async function countParts(database: Kysely<DB>, filters: CatalogFilters) {
  const { parts, in_stock } = await database
    .selectFrom(counts(database, filters).as('counted'))
    .select(['parts', 'in_stock'])
    .executeTakeFirstOrThrow();
  return { total: Number(parts), inStockTotal: Number(in_stock) };
}

function partsAndOneMore(database: Kysely<DB>, query: PartsQuery) {
  const limit = query.limit + 1;
  return inOrder(selectPage(database, { ...query, limit }), query.sort)
    .select([
      'id',
      ...without(partColumns, 'stock_quantity', ...decimalColumns),
      ...decimalColumns.map((column) => decimal(column)),
      available.as('stock_quantity'),
      allHeld.as('all_held'),
    ])
    .limit(limit);
}

export type PartRow = Awaited<ReturnType<ReturnType<typeof partsAndOneMore>['execute']>>[number];

/** Text, because JSON numbers are not exact. */
function decimal<Column extends string>(column: Column) {
  return sql<string | null>`${sql.ref(column)}::text`.as(column);
}

type Ordered = Pick<PartRow, 'id' | 'part_name' | 'price'>;

function toPage<Row extends Ordered>(rows: Row[], { sort, limit }: PartsQuery) {
  const parts = rows.slice(0, limit);
  const last = rows.length > limit ? parts.at(-1) : undefined;
  return { parts, next: last ? encodeCursor(cursorAt(last, sort)) : null };
}

function cursorAt(row: Ordered, sort: PartSort): PartCursor {
  return { name: row.part_name, id: row.id, ...(sort !== 'name' && { number: row.price ?? '0' }) };
}

type Counts = AliasableExpression<{ parts: string; in_stock: string }>;

function counts(database: Kysely<DB>, { inStock: _, ...filters }: CatalogFilters): Counts {
  if (usesTableIndex(filters)) {
    return allParts(database)
      .where(matchesFilters(filters))
      .select([
        sql<string>`count(*)`.as('parts'),
        sql<string>`count(*) filter (where ${available} > 0)`.as('in_stock'),
      ]);
  }
  return sql`count_parts(${filters.q ?? ''}, ${terms(filters)})`;
}

type PartsSelect<Row> = SelectQueryBuilder<DB, 'parts_catalog', Row>;

function allParts(database: Kysely<DB>): PartsSelect<object> {
  return database.selectFrom('parts_catalog');
}

function selectPage(database: Kysely<DB>, { filters, sort, limit, after }: PartsQuery): PartsSelect<object> {
  if (usesTableIndex(filters)) {
    const matching = allParts(database).where(matchesFilters(filters));
    return after ? matching.where(afterCursor(after, sort)) : matching;
  }
  const { name, id, number } = after ?? listStarts[sort];
  const found =
    sort === 'name'
      ? sql`find_parts(${filters.q ?? ''}, ${terms(filters)}, ${name}, ${id}::uuid, ${limit})`
      : sql`find_parts_by_price(${filters.q ?? ''}, ${terms(filters)}, ${sort === 'price_desc'},
          ${number}::numeric, ${name}, ${id}::uuid, ${limit})`;
  return allParts(database).where(sql<SqlBool>`id = any (array(select part_id from ${found}))`);
}

/** Whether an index of the table finds the parts, without the search index. */
function usesTableIndex(filters: CatalogFilters): boolean {
  return filters.ids !== undefined || isExactVehicle(filters);
}

const lowest = { name: '', id: '00000000-0000-0000-0000-000000000000' };

const listStarts: Record<PartSort, PartCursor> = {
  name: lowest,
  price_asc: { ...lowest, number: '-1' },
  price_desc: { ...lowest, number: 'Infinity' },
};

function terms({ make, model, year, category, condition, inStock }: PartFilters) {
  return sql`search_filters(${make ?? null}, ${model ?? null}, ${year ?? null}::integer, ${category ?? null},
    ${condition ?? null}, ${inStock ?? false})`;
}

function matchesFilters({ ids, q, inStock, ...exact }: CatalogFilters) {
  return (where: ExpressionBuilder<DB, 'parts_catalog'>) =>
    where.and([
      ...equalTo(exact),
      ...(ids ? [sql<SqlBool>`id = any(${ids}::uuid[])`] : []),
      ...(q === undefined
        ? []
        : [
            sql<SqlBool>`search_matches(part_name, brand, oem_number, description, vehicle_make, vehicle_model,
              search_patterns(${q}))`,
          ]),
      ...(inStock ? [sql<SqlBool>`${available} > 0`] : []),
    ]);
}

function equalTo({ make, model, year, category, condition }: PartFilters) {
  return [
    ...(make === undefined ? [] : [sql<SqlBool>`vehicle_make = ${make}`]),
    ...(model === undefined ? [] : [sql<SqlBool>`vehicle_model = ${model}`]),
    ...(year === undefined ? [] : [sql<SqlBool>`vehicle_year = ${year}::integer`]),
    ...(category === undefined ? [] : [sql<SqlBool>`category = ${category}`]),
    ...(condition === undefined
      ? []
      : [sql<SqlBool>`coalesce(part_type, ${DEFAULT_CONDITION}) = ${condition}`]),
  ];
}

function inOrder<Row>(query: PartsSelect<Row>, sort: PartSort): PartsSelect<Row> {
  switch (sort) {
    case 'name':
      return query.orderBy('part_name').orderBy('id');
    case 'price_asc':
      return query.orderBy(shownPrice).orderBy('part_name').orderBy('id');
    case 'price_desc':
      // All columns descend, so that one index serves both directions.
      return query.orderBy(shownPrice, 'desc').orderBy('part_name', 'desc').orderBy('id', 'desc');
  }
}

function afterCursor({ name, id, number }: PartCursor, sort: PartSort) {
  switch (sort) {
    case 'name':
      return sql<SqlBool>`(part_name, id) > (${name}, ${id}::uuid)`;
    case 'price_asc':
      return sql<SqlBool>`(${shownPrice}, part_name, id) > (${number ?? '0'}::numeric, ${name}, ${id}::uuid)`;
    case 'price_desc':
      return sql<SqlBool>`(${shownPrice}, part_name, id) < (${number ?? '0'}::numeric, ${name}, ${id}::uuid)`;
  }
}
