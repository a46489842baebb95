import { type ExpressionBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartFilters, PartSort } from '#domain/catalog-query.ts';
import { DEFAULT_CONDITION } from '#domain/part.ts';
import type { PartCursor } from '#services/cursor.server.ts';
import { firstNewArrivalDay } from './search-filters.server.ts';

// Filters and orders as conditions on the rows of parts_catalog, for lists that an index of the table finds.

export interface CatalogFilters extends PartFilters {
  ids?: readonly string[] | undefined;
}

export type PartsSelect<Row> = SelectQueryBuilder<DB, 'parts_catalog', Row>;

export const available = sql<number>`stock_quantity - stock_held`;
const soldOut = sql<boolean>`stock_quantity <= stock_held`;
const shownPrice = sql<string>`coalesce(price, 0)`;
/** Parts without a known time are the oldest. */
const addedAt = sql<Date>`search_added_at(created_at)`;
/** Microseconds since 1970. */
export const addedAtNumber = sql<string>`(extract(epoch from ${addedAt}) * 1000000)::bigint::text`;
/** Parts without a mileage come last. */
export const UNKNOWN_MILEAGE = 10_000_000;
const shownMileage = sql<number>`coalesce(mileage, ${sql.lit(UNKNOWN_MILEAGE)})`;
const conditionName = sql<string>`coalesce(part_type, ${DEFAULT_CONDITION})`;

export function matchesFilters({ ids, q, inStock, ...others }: CatalogFilters) {
  return (where: ExpressionBuilder<DB, 'parts_catalog'>) =>
    where.and([
      ...equalTo(others),
      ...within(others),
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

function equalTo({ make, model, year, category, kind, brand }: PartFilters) {
  return [
    ...(make === undefined ? [] : [sql<SqlBool>`vehicle_make = ${make}`]),
    ...(model === undefined ? [] : [sql<SqlBool>`vehicle_model = ${model}`]),
    ...(year === undefined ? [] : [sql<SqlBool>`vehicle_year = ${year}::integer`]),
    ...(category === undefined ? [] : [sql<SqlBool>`category = ${category}`]),
    ...(kind === undefined ? [] : [sql<SqlBool>`part_name = ${kind}`]),
    ...(brand === undefined ? [] : [sql<SqlBool>`brand = ${brand}`]),
  ];
}

function within({
  conditions = [],
  origin,
  grades = [],
  maxMiles,
  minPriceCents,
  maxPriceCents,
  newArrivals,
}: PartFilters) {
  const isPriced = minPriceCents !== undefined || maxPriceCents !== undefined;
  return [
    ...(conditions.length === 0 ? [] : [sql<SqlBool>`${conditionName} = any(${conditions}::text[])`]),
    ...(origin === undefined
      ? []
      : [sql<SqlBool>`search_is_new(origin, part_type) = ${origin === 'new'}::boolean`]),
    ...(grades.length === 0
      ? []
      : [sql<SqlBool>`coalesce(nullif(grade, 'X'), 'none') = any(${grades}::text[])`]),
    ...(maxMiles === undefined ? [] : [sql<SqlBool>`mileage <= ${maxMiles}::integer`]),
    ...(isPriced ? [sql<SqlBool>`price > 0`] : []),
    ...(minPriceCents === undefined ? [] : [sql<SqlBool>`price * 100 >= ${minPriceCents}::numeric`]),
    ...(maxPriceCents === undefined ? [] : [sql<SqlBool>`price * 100 <= ${maxPriceCents}::numeric`]),
    ...(newArrivals
      ? [
          sql<SqlBool>`created_at >= timestamptz '1970-01-01 00:00:00Z' + ${firstNewArrivalDay()}::integer * interval '1 day'`,
        ]
      : []),
  ];
}

export function inOrder<Row>(query: PartsSelect<Row>, sort: PartSort): PartsSelect<Row> {
  switch (sort) {
    case 'best':
      return query.orderBy(soldOut).orderBy('id');
    case 'name':
      return query.orderBy('part_name').orderBy('id');
    case 'price_asc':
      return query.orderBy(shownPrice).orderBy('part_name').orderBy('id');
    case 'price_desc':
      // All columns descend, so that one index serves both directions.
      return query.orderBy(shownPrice, 'desc').orderBy('part_name', 'desc').orderBy('id', 'desc');
    case 'newest':
      return query.orderBy(addedAt, 'desc').orderBy('id', 'desc');
    case 'mileage':
      return query.orderBy(shownMileage).orderBy('id');
  }
}

export function afterCursor({ name, id, number = '0' }: PartCursor, sort: PartSort) {
  switch (sort) {
    case 'best':
      return sql<SqlBool>`(${soldOut}, id) > (${number}::numeric > 0, ${id}::uuid)`;
    case 'name':
      return sql<SqlBool>`(part_name, id) > (${name}, ${id}::uuid)`;
    case 'price_asc':
      return sql<SqlBool>`(${shownPrice}, part_name, id) > (${number}::numeric, ${name}, ${id}::uuid)`;
    case 'price_desc':
      return sql<SqlBool>`(${shownPrice}, part_name, id) < (${number}::numeric, ${name}, ${id}::uuid)`;
    case 'newest':
      return sql<SqlBool>`(extract(epoch from ${addedAt}) * 1000000, id) < (${number}::numeric, ${id}::uuid)`;
    case 'mileage':
      return sql<SqlBool>`(${shownMileage}, id) > (${number}::numeric, ${id}::uuid)`;
  }
}
