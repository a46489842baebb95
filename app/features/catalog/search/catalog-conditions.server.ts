import { type ExpressionBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { isExactVehicle, type PartFilters, type PartSort } from '#domain/catalog-query.ts';
import { DEFAULT_CONDITION } from '#domain/part.ts';
import type { PartCursor } from '#services/cursor.server.ts';
import { firstNewArrivalDay } from './search-filters.server.ts';

// Filters and orders as conditions on the rows of parts_catalog, for lists that an index of the table finds.

export interface CatalogFilters extends PartFilters {
  ids?: readonly string[] | undefined;
  /** Of an exact vehicle, the parts that fit it or have the number of one that does (docs/fitment.md). */
  fits?: boolean | undefined;
}

/** Whether the list has the parts of vehicle_fits. Without an exact vehicle, `fits` is ignored. */
export function isByFit(
  filters: CatalogFilters,
): filters is CatalogFilters & { make: string; model: string; year: number } {
  return filters.fits === true && filters.ids === undefined && isExactVehicle(filters);
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
const gradeName = sql<string>`coalesce(nullif(grade, 'X'), 'none')`;

export function matchesFilters(filters: CatalogFilters) {
  const { ids, q, ...others } = filters;
  return (where: ExpressionBuilder<DB, 'parts_catalog'>) =>
    where.and([
      ...onVehicle(others),
      ...Object.values(filterConditions(others)).filter((condition) => condition !== undefined),
      ...(ids ? [hasId(ids)] : []),
      ...(q === undefined
        ? []
        : [
            sql<SqlBool>`search_matches(part_name, brand, oem_number, description, vehicle_make, vehicle_model,
              search_patterns(${q}))`,
          ]),
    ]);
}

/** A subselect, because PostgreSQL would plan a short array anew for each statement, which takes longer than to run it. */
function hasId(ids: readonly string[]) {
  return sql<SqlBool>`parts_catalog.id = any(array(select unnest(${ids}::uuid[])))`;
}

function onVehicle({ make, model, year }: PartFilters) {
  return [
    ...(make === undefined ? [] : [sql<SqlBool>`vehicle_make = ${make}`]),
    ...(model === undefined ? [] : [sql<SqlBool>`vehicle_model = ${model}`]),
    ...(year === undefined ? [] : [sql<SqlBool>`vehicle_year = ${year}::integer`]),
  ];
}

/** The condition of each filter that is set, by its facet. Not of the vehicle. */
function filterConditions({
  category,
  kind,
  brand,
  conditions = [],
  origin,
  grades = [],
  maxMiles,
  minPriceCents,
  maxPriceCents,
  inStock,
  newArrivals,
}: PartFilters) {
  return {
    category: category === undefined ? undefined : sql<SqlBool>`category = ${category}`,
    kind: kind === undefined ? undefined : sql<SqlBool>`part_name = ${kind}`,
    brand: brand === undefined ? undefined : sql<SqlBool>`brand = ${brand}`,
    condition:
      conditions.length === 0 ? undefined : sql<SqlBool>`${conditionName} = any(${conditions}::text[])`,
    origin:
      origin === undefined
        ? undefined
        : sql<SqlBool>`search_is_new(origin, part_type) = ${origin === 'new'}::boolean`,
    grade: grades.length === 0 ? undefined : sql<SqlBool>`${gradeName} = any(${grades}::text[])`,
    mileage: maxMiles === undefined ? undefined : sql<SqlBool>`mileage <= ${maxMiles}::integer`,
    price: withinPrices(minPriceCents, maxPriceCents),
    stock: inStock ? sql<SqlBool>`${available} > 0` : undefined,
    added: newArrivals ? isNewArrival() : undefined,
  };
}

function withinPrices(minCents: number | undefined, maxCents: number | undefined) {
  if (minCents === undefined && maxCents === undefined) return undefined;
  const from = minCents === undefined ? sql`` : sql` and price * 100 >= ${minCents}::numeric`;
  const to = maxCents === undefined ? sql`` : sql` and price * 100 <= ${maxCents}::numeric`;
  return sql<SqlBool>`(price > 0${from}${to})`;
}

function isNewArrival() {
  return sql<SqlBool>`created_at >= timestamptz '1970-01-01 00:00:00Z' + ${firstNewArrivalDay()}::integer * interval '1 day'`;
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
