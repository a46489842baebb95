import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { type FitRule, isExactVehicle, NO_ENGINE, type PartFilters } from '#core/catalog/catalog-query.ts';
import { CONFLICT_PLACE, confirmingRules, type ExactVehicle, fitPlace } from '#core/fitment/fit-levels.ts';
import type { FitmentSettings } from '#core/settings/settings.ts';
import { type TextCondition, unlessQuery } from './text/to-tsquery.ts';
import { findVehicleFits, type VehicleFits } from '#core/fitment/vehicle-fits.server.ts';
import { readConflicts, readText } from './search-catalog.server.ts';
import { allTrue, hasLexemes, isMatch } from './conditions.server.ts';
import { engineQuery, toCondition } from './filters.server.ts';
import { describeCar } from '#core/fitment/car-parameter.ts';

/**
 * 'other' is a part that no rule finds. A part with a 'conflict' is listed for the vehicle with another engine, drive or side
 * than the search or the vehicle says.
 */
export type Evidence = FitRule | 'conflict' | 'other';

export interface CatalogFilters extends PartFilters {
  ids?: readonly string[] | undefined;
  /** True finds the parts that fit an exact vehicle or have the number of one that does (docs/fitment.md). */
  fits?: boolean | undefined;
  /** The shopper's vehicle. It decides only with `evidence`, and not if the text names vehicles. */
  car?: ExactVehicle | undefined;
  /** Limits a list for a vehicle to parts with such evidence. The default is any. */
  evidence?: readonly Evidence[] | undefined;
  /** Limits parts for the chosen engines of a vehicle to those that name one, or that name none. The default is any. */
  namesEngine?: boolean | undefined;
}

/** Tells whether the list has the parts that fit a vehicle. `fits` needs an exact vehicle. */
export function isByFit(
  filters: CatalogFilters,
): filters is CatalogFilters & { make: string; model: string; year: number } {
  return filters.fits === true && filters.ids === undefined && isExactVehicle(filters);
}

/** Limits the list of a vehicle, and one of only parts that fit, to what fits for this owner, or by a rule of the filters. */
export function onlyFitting<Filters extends CatalogFilters>(
  filters: Filters,
  settings: FitmentSettings,
): Filters {
  if (!isByFit(filters) && !filters.onlyFits) return filters;
  return { ...filters, evidence: [...confirmingRules(settings), ...(filters.fitBy ?? [])] };
}

/** A search as conditions on search_parts, which is `s` in all statements. */
export interface PartsCondition {
  /**
   * Conditions by which a text finds parts, best first. The last one finds all. A search without a text has one that all parts
   * meet.
   */
  levels: readonly TextCondition[];
  /** Condition of the filters, for all levels. */
  query: string | null;
  columns: readonly RawBuilder<SqlBool>[];
  /** The parts that fit the vehicle, with `s.place` (fitPlace). Null if all parts are searched. */
  fits: VehicleFits | null;
  /** True if only parts that fit meet a level. Its `orQuery` finds others. */
  needsFit: boolean;
  /** Finds the same parts, and more, by an index of the catalog, if search_parts has none for the filters. */
  catalog: RawBuilder<SqlBool> | null;
  /** Finds parts that stay if an engine is chosen and they name none: they fit the vehicle. Null without a vehicle. */
  mayLackEngine: RawBuilder<SqlBool> | null;
  /** True if few parts can be found at all: those that fit a vehicle, or have one of some ids. */
  isFew: boolean;
}

const everyPart: TextCondition = { query: null, pieces: [], orQuery: null };

/** The facts of a search that take a statement to know: how its text finds parts, and which parts fit its vehicle. */
interface Source {
  levels: readonly TextCondition[];
  fits: VehicleFits | null;
  /** 'named' vehicles of a text or list limit what is found, the shopper's own does not. */
  vehicle: 'named' | 'own' | null;
}

const reading = new WeakMap<Kysely<DB>, Map<string, Promise<Source>>>();

/** Concurrent callers share a run: a list, its count and the choices of its filters ask at once. */
export function readSource(database: Kysely<DB>, filters: CatalogFilters): Promise<Source> {
  const { q, car, make, model, year } = filters;
  const key = JSON.stringify(isByFit(filters) ? [make, model, year] : [q, car]);
  const running = reading.get(database) ?? new Map<string, Promise<Source>>();
  reading.set(database, running);
  const source = running.get(key) ?? querySource(database, filters).finally(() => running.delete(key));
  running.set(key, source);
  return source;
}

async function querySource(database: Kysely<DB>, filters: CatalogFilters): Promise<Source> {
  if (isByFit(filters)) {
    const { make, model, year } = filters;
    const fits = await findVehicleFits(database, [{ make, model, year }]);
    return { levels: [everyPart], fits, vehicle: 'named' };
  }
  const { q, car } = filters;
  const { levels, vehicles, conflicts } =
    q === undefined ? { levels: [everyPart], vehicles: [], conflicts: [] } : await readText(database, q);
  const { query, orQuery } = levels.at(-1) ?? everyPart;
  if (vehicles.length > 0) {
    const unless = unlessQuery(conflicts);
    return { levels, fits: await findVehicleFits(database, vehicles, { query, unless }), vehicle: 'named' };
  }
  if (car) {
    const unless = unlessQuery([...conflicts, ...(await readConflicts(database, describeCar(car)))]);
    const fits = await findVehicleFits(database, [car], { query: orQuery === null ? query : null, unless });
    return { levels, fits, vehicle: 'own' };
  }
  return { levels, fits: null, vehicle: null };
}

export function narrow({ levels, fits, vehicle }: Source, filters: CatalogFilters): PartsCondition {
  const { ids, q, fitBy = [], evidence, engines = [] } = filters;
  const isFit = isByFit(filters);
  const { query, columns } = toCondition({
    ...filters,
    ...(isFit && { make: undefined, model: undefined, year: undefined }),
    ...(fits && { engines: undefined }),
  });
  const isOther = evidence?.every((each) => each === 'other') ?? false;
  const isWhole = vehicle === 'own' && (evidence === undefined || isOther);
  const mayLackEngine = fits && fitsVehicle(fits, { isWhole });
  return {
    levels,
    fits: isWhole ? null : fits,
    needsFit: vehicle === 'named',
    query,
    mayLackEngine,
    columns: [
      ...columns,
      ...(mayLackEngine && engines.length > 0 ? [isForEngine(engines, filters, mayLackEngine)] : []),
      ...(ids ? [sql<SqlBool>`s.part_id = any(${ids}::uuid[])`] : []),
      ...(isFit && fitBy.length > 0 ? [hasPlace(fitBy)] : []),
      ...(evidence === undefined || fits === null ? [] : [hasEvidence(evidence, fits, { isWhole })]),
    ],
    catalog:
      q === undefined && query === null && !ids && !isFit && (fits === null || isWhole)
        ? catalogCondition(filters)
        : null,
    isFew: (fits !== null && !isWhole) || ids !== undefined,
  };
}

/** In a whole catalog, parts that fit are known by their ids alone. */
function fitsVehicle({ ids }: VehicleFits, { isWhole }: { isWhole: boolean }): RawBuilder<SqlBool> {
  return isWhole ? sql<SqlBool>`s.part_id = any(${ids}::uuid[])` : sql<SqlBool>`s.place is not null`;
}

/** Only parts that fit the vehicle are for its engine without naming it. */
function isForEngine(
  engines: readonly string[],
  { namesEngine }: CatalogFilters,
  mayLack: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const named = engines.filter((engine) => engine !== NO_ENGINE);
  const names = sql<SqlBool>`s.doc @@ ${engineQuery(named)}::tsquery`;
  const lacks = allTrue([sql<SqlBool>`s.doc @@ ${engineQuery([NO_ENGINE])}::tsquery`, mayLack]);
  if (namesEngine !== undefined) return namesEngine ? names : lacks;
  return sql<SqlBool>`(${names} or ${lacks})`;
}

function hasEvidence(
  evidence: readonly Evidence[],
  fits: VehicleFits,
  { isWhole }: { isWhole: boolean },
): RawBuilder<SqlBool> {
  if (isWhole) return sql<SqlBool>`s.part_id <> all(${fits.ids}::uuid[])`;
  return evidence.includes('other')
    ? sql<SqlBool>`(s.place is null or ${hasPlace(evidence)})`
    : hasPlace(evidence);
}

function hasPlace(rules: readonly Evidence[]): RawBuilder<SqlBool> {
  const places = rules.flatMap((rule) =>
    rule === 'other' ? [] : [rule === 'conflict' ? CONFLICT_PLACE : fitPlace(rule)],
  );
  return sql<SqlBool>`s.place = any(${places}::integer[])`;
}

export async function toPartsCondition(
  database: Kysely<DB>,
  filters: CatalogFilters,
): Promise<PartsCondition> {
  return narrow(await readSource(database, filters), filters);
}

/**
 * Selects by price and stock. They are in no index of search_parts, because that would make their changes dear. Returns null
 * for other filters.
 */
function catalogCondition({
  inStock,
  minPriceCents,
  maxPriceCents,
}: PartFilters): RawBuilder<SqlBool> | null {
  // Almost all parts have a price: that alone makes the parts no fewer.
  const isPriced = (minPriceCents ?? 1) > 1 || maxPriceCents !== undefined;
  if (!inStock && !isPriced) return null;
  return allTrue([
    ...(inStock ? [sql<SqlBool>`stock_quantity > 0`] : []),
    ...(isPriced ? [sql<SqlBool>`coalesce(price, 0) >= ${(minPriceCents ?? 1) / 100}::numeric`] : []),
    ...(maxPriceCents === undefined
      ? []
      : [sql<SqlBool>`coalesce(price, 0) <= ${maxPriceCents / 100}::numeric`]),
  ]);
}

/** Selects from search_parts, or those of them that can be found at all. */
export function fromParts({ levels, fits, needsFit, catalog }: PartsCondition): RawBuilder<unknown> {
  if (fits) {
    const places = sql`unnest(${fits.ids}::uuid[], ${fits.places}::integer[]) as fits (part_id, place)`;
    const { orQuery } = levels.at(-1) ?? everyPart;
    return orQuery === null || !needsFit
      ? sql`(select each.*, fits.place from ${places} join search_parts as each on each.part_id = fits.part_id) as s`
      : sql`(
          select each.*, fits.place from search_parts as each left join ${places} on fits.part_id = each.part_id
          where each.part_id = any (${fits.ids}::uuid[]) or each.doc @@ ${orQuery}::tsquery
        ) as s`;
  }
  return catalog
    ? sql`(select id from parts_catalog where ${catalog}) as listed join search_parts as s on s.part_id = listed.id`
    : sql`search_parts as s`;
}

/** Returns the condition of one level, with the filters. */
function isOfLevel({ query, columns, needsFit }: PartsCondition, level: TextCondition): RawBuilder<SqlBool> {
  return allTrue([...hasLexemes(query), isMatch(level, { needsFit }), ...columns]);
}

/** Returns the condition of everything that a search finds. */
export function isFound(condition: PartsCondition): RawBuilder<SqlBool> {
  return isOfLevel(condition, condition.levels.at(-1) ?? everyPart);
}
