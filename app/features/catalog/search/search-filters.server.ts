import { sql } from 'kysely';
import { type GradeChoice, gradeChoices, NEW_ARRIVAL_DAYS, type PartFilters } from '#domain/catalog-query.ts';
import type { IndexFilter } from '#domain/search/index-filter.ts';
import { mileageTerms } from '#domain/search/search-levels.ts';

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
  return [...(conditions.length > 1 ? conditionFilter(conditions) : []), ...otherFilters(filters)];
}

/** All filters, each by itself. */
export function toIndexFilters(filters: PartFilters): IndexFilter[] {
  const { conditions = [], inStock } = filters;
  return [
    ...singleTerms(filters).map(({ facet, term }) => ({ facet, terms: [term] })),
    ...(conditions.length > 0 ? conditionFilter(conditions) : []),
    ...otherFilters(filters),
    ...(inStock ? [{ facet: 'stock' }] : []),
  ];
}

/** Terms of the own vehicle would leave out parts that fit by another rule. */
export function withoutVehicle<Filters extends PartFilters>({
  make: _make,
  model: _model,
  year: _year,
  ...others
}: Filters) {
  return others;
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

function otherFilters(filters: PartFilters): IndexFilter[] {
  const { origin, grades = [], maxMiles, minPriceCents, maxPriceCents, newArrivals } = filters;
  const isPriced = minPriceCents !== undefined || maxPriceCents !== undefined;
  return [
    ...(origin === undefined
      ? []
      : [{ facet: 'origin', [origin === 'new' ? 'terms' : 'except']: ['origin=new'] }]),
    ...(grades.length > 0 ? [gradeFilter(grades)] : []),
    ...(maxMiles === undefined ? [] : [{ facet: 'mileage', terms: mileageTerms(maxMiles) }]),
    ...(isPriced
      ? [{ facet: 'price', from_price: toDollars(minPriceCents), to_price: toDollars(maxPriceCents) }]
      : []),
    ...(newArrivals ? [{ facet: 'added', since: firstNewArrivalTerm() }] : []),
  ];
}

function gradeFilter(grades: readonly GradeChoice[]): IndexFilter {
  const terms = (choices: readonly GradeChoice[]) =>
    choices.filter((grade) => grade !== 'none').map((grade) => `grade=${grade}`);
  return {
    facet: 'grade',
    ...(grades.includes('none')
      ? { except: terms(gradeChoices.filter((grade) => !grades.includes(grade))) }
      : { terms: terms(grades) }),
  };
}

function toDollars(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : (cents / 100).toFixed(2);
}
