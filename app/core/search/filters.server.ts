import { type RawBuilder, sql, type SqlBool } from 'kysely';
import {
  type GradeChoice,
  gradeChoices,
  NO_ENGINE,
  NEW_ARRIVAL_DAYS,
  type PartFilters,
} from '#core/catalog/catalog-query.ts';
import { engineNames } from './engine-choices.ts';
import { mileageTerms } from './text/search-levels.ts';
import { allOf, anyLexeme, anyOf } from './text/to-tsquery.ts';

/** The parts that some filters leave: those with a tsquery of lexemes, and with columns of search_parts. */
export interface FilterCondition {
  query: string | null;
  columns: RawBuilder<SqlBool>[];
}

/** Translates all filters but the text. */
export function toCondition(filters: PartFilters): FilterCondition {
  const queries = Object.values(lexemeFilters(filters)).filter((query) => query !== undefined);
  return { query: queries.length > 0 ? allOf(queries) : null, columns: columnFilters(filters) };
}

function lexemeFilters(filters: PartFilters) {
  const {
    make,
    model,
    year,
    category,
    kind,
    brand,
    categories = [],
    conditions = [],
    engines = [],
    grades = [],
    maxMiles,
    newArrivals,
  } = filters;
  const values = { make, model, year, category, kind, brand };
  const lexeme = (name: string, value: string | number) => `${name}=${String(value).slice(0, 200)}`;
  return {
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value === undefined ? undefined : anyLexeme([lexeme(name, value)]),
      ]),
    ),
    categories:
      categories.length > 0 ? anyLexeme(categories.map((name) => lexeme('category', name))) : undefined,
    conditions: conditions.length > 0 ? anyLexeme(conditions.map((name) => `condition=${name}`)) : undefined,
    engines: engines.length > 0 ? engineQuery(engines) : undefined,
    grades: grades.length > 0 ? gradeQuery(grades) : undefined,
    maxMiles: maxMiles === undefined ? undefined : anyLexeme(mileageTerms(maxMiles)),
    newArrivals: newArrivals ? anyLexeme(arrivalDays().map((day) => `added=${day}`)) : undefined,
  };
}

/** Finds the parts that name one of the engines, or none for NO_ENGINE. */
export function engineQuery(engines: readonly string[]): string {
  const names = engines.filter((engine) => engine !== NO_ENGINE).flatMap(engineNames);
  return anyOf([
    ...(names.length > 0 ? [anyLexeme(names.map((name) => `engine=${name}`))] : []),
    ...(engines.includes(NO_ENGINE) ? [`!${anyLexeme(['engine=known'])}`] : []),
  ]);
}

/** 'none' has grade X and parts without a grade. */
function gradeQuery(grades: readonly GradeChoice[]): string {
  const lexemes = (choices: readonly GradeChoice[]) =>
    anyLexeme(choices.filter((grade) => grade !== 'none').map((grade) => `grade=${grade}`));
  if (!grades.includes('none')) return lexemes(grades);
  return anyOf([`!${lexemes(gradeChoices.filter((grade) => !grades.includes(grade)))}`]);
}

/**
 * Lists days since 1970 (UTC) with six digits, like search_added_day in the database. Includes one day more, for a clock that
 * is ahead.
 */
function arrivalDays(): string[] {
  const first = firstNewArrivalDay();
  return Array.from({ length: NEW_ARRIVAL_DAYS + 2 }, (_, index) => String(first + index).padStart(6, '0'));
}

/** Returns days since 1970 (UTC). */
export function firstNewArrivalDay(): number {
  return Math.floor(Date.now() / 86_400_000) - NEW_ARRIVAL_DAYS;
}

function columnFilters({
  origin,
  minPriceCents,
  maxPriceCents,
  inStock,
}: PartFilters): RawBuilder<SqlBool>[] {
  const isPriced = minPriceCents !== undefined || maxPriceCents !== undefined;
  return [
    ...(origin === undefined ? [] : [sql<SqlBool>`s.is_new = ${origin === 'new'}::boolean`]),
    ...(isPriced ? [sql<SqlBool>`s.price_cents >= ${Math.max(minPriceCents ?? 1, 1)}::bigint`] : []),
    ...(maxPriceCents === undefined ? [] : [sql<SqlBool>`s.price_cents <= ${maxPriceCents}::bigint`]),
    ...(inStock ? [sql<SqlBool>`s.is_available`] : []),
  ];
}
