import { sql } from 'kysely';
import { NEW_ARRIVAL_DAYS, type PartFilters } from '#domain/catalog-query.ts';

/** A filter for the search index, see db/migrations/0038_search_filters.sql. */
export interface IndexFilter {
  facet: string;
  terms?: readonly string[];
  is_new?: boolean;
  /** Dollars. */
  from_price?: string | undefined;
  to_price?: string | undefined;
  since?: string;
}

/** The terms that a part must all have. */
export function toTerms({ conditions = [], inStock, ...filters }: PartFilters) {
  const [condition, ...others] = conditions;
  const terms = [
    'part',
    ...singleTerms(filters).map(({ term }) => term),
    ...(condition !== undefined && others.length === 0 ? [`condition=${condition}`] : []),
    ...(inStock ? ['stock'] : []),
  ];
  return sql`${terms}::text[]`;
}

/** The filters that are more than one term. */
export function toNarrowing(filters: PartFilters): IndexFilter[] {
  const { conditions = [] } = filters;
  return [...(conditions.length > 1 ? conditionFilter(conditions) : []), ...rangeFilters(filters)];
}

/** All filters, each by itself. */
export function toIndexFilters(filters: PartFilters): IndexFilter[] {
  const { conditions = [], inStock } = filters;
  return [
    ...singleTerms(filters).map(({ facet, term }) => ({ facet, terms: [term] })),
    ...(conditions.length > 0 ? conditionFilter(conditions) : []),
    ...rangeFilters(filters),
    ...(inStock ? [{ facet: 'stock' }] : []),
  ];
}

/** The term of the first day whose parts are new arrivals. */
export function firstNewArrivalTerm(): string {
  return `added=${String(firstNewArrivalDay()).padStart(6, '0')}`;
}

/** Days since 1970 (UTC). */
export function firstNewArrivalDay(): number {
  return Math.floor(Date.now() / 86_400_000) - NEW_ARRIVAL_DAYS;
}

function singleTerms({ make, model, year, category, kind, brand }: PartFilters) {
  return Object.entries({ make, model, year, category, kind, brand }).flatMap(([facet, value]) =>
    value === undefined ? [] : [{ facet, term: `${facet}=${value}` }],
  );
}

function conditionFilter(conditions: readonly string[]): IndexFilter[] {
  return [{ facet: 'condition', terms: conditions.map((name) => `condition=${name}`) }];
}

function rangeFilters({ origin, minPriceCents, maxPriceCents, newArrivals }: PartFilters): IndexFilter[] {
  const isPriced = minPriceCents !== undefined || maxPriceCents !== undefined;
  return [
    ...(origin === undefined ? [] : [{ facet: 'origin', is_new: origin === 'new' }]),
    ...(isPriced
      ? [{ facet: 'price', from_price: toDollars(minPriceCents), to_price: toDollars(maxPriceCents) }]
      : []),
    ...(newArrivals ? [{ facet: 'added', since: firstNewArrivalTerm() }] : []),
  ];
}

function toDollars(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : (cents / 100).toFixed(2);
}
