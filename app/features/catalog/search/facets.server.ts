import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { gradeChoices, mileageChoices, type PartFilters } from '#domain/catalog-query.ts';
import { type FacetChoice, type Facets, listChoices } from '#domain/facets.ts';
import { DEFAULT_CONDITION } from '#domain/part.ts';
import type { SearchLevel } from '#domain/search/search-level.ts';
import type { IndexFilter } from '#domain/search/index-filter.ts';
import { containsWords } from '#domain/search/search-levels.ts';
import { listDistinctValues } from '#features/catalog/vehicles/vehicle-lists.server.ts';
import { readText } from './search-catalog.server.ts';
import { firstNewArrivalTerm, toIndexFilters } from './search-filters.server.ts';

/** Of kinds and brands. */
const MAX_LISTED = 50;

/** What to count for a facet: some terms, or all terms from one on and before another. */
interface Wanted {
  facet: string;
  /** Filters that do not narrow it. */
  ignores: string[];
  terms?: string[];
  first?: string;
  behind?: string;
  /** The number of all parts as well, for ''. */
  total?: boolean;
}

/** Counts the choices of each filter, see Facets. `isForVehicle` leaves out vehicles, categories and stock. */
export async function readFacets(
  database: Kysely<DB>,
  filters: PartFilters,
  { isForVehicle = false } = {},
): Promise<Facets> {
  const level = await readLevel(database, filters);
  const vehicles = isForVehicle ? null : await countVehicles(database, filters);
  const rows = await countChoices(database, level, toIndexFilters(filters), listWanted(vehicles));
  return toFacets(rows, filters, vehicles);
}

export async function countChoices(
  database: Kysely<DB>,
  level: SearchLevel | undefined,
  filters: IndexFilter[],
  wanted: Wanted[],
): Promise<FacetRow[]> {
  const { rows } = await selectChoices(level, filters, wanted).execute(database);
  return rows;
}

export function selectChoices(
  level: SearchLevel | undefined,
  filters: IndexFilter[],
  wanted: Wanted[],
): RawBuilder<FacetRow> {
  return sql<FacetRow>`
    select facet, value, sum(parts) as parts from search_facets(${JSON.stringify(level)}::jsonb,
      ${JSON.stringify(filters)}::jsonb, ${JSON.stringify(wanted)}::jsonb, ${firstNewArrivalTerm()})
    group by facet, value`;
}

/** A count of a choice. `origin` and `grade` also count all parts, as ''. */
export interface FacetRow {
  facet: string;
  value: string;
  parts: string;
}

/** `vehicles`: models and years that were counted elsewhere. Null: the facets are those of one vehicle. */
export function toFacets(
  rows: readonly FacetRow[],
  filters: PartFilters,
  vehicles: Pick<CountedVehicles, 'models' | 'years'> | null,
): Facets {
  const isForVehicle = vehicles === null;
  const { make, model, year, category, conditions = [], origin, kind, brand } = filters;
  const choicesOf = (facet: string): FacetChoice[] =>
    rows.flatMap((row) => (row.facet === facet ? [{ value: row.value, parts: Number(row.parts) }] : []));
  const total = (facet: string) => sumParts(choicesOf(facet));
  const list = (facet: string, chosen: string | undefined, most?: number) =>
    listChoices(choicesOf(facet), chosen === undefined ? [] : [chosen], most);
  const ofVehicle = (counted: FacetChoice[] | undefined, facet: string, chosen: string | undefined) =>
    listChoices(counted ?? choicesOf(facet), chosen === undefined ? [] : [chosen]);
  return {
    makes: isForVehicle ? [] : list('make', make),
    models: isForVehicle || make === undefined ? [] : ofVehicle(vehicles?.models, 'model', model),
    years:
      isForVehicle || make === undefined || model === undefined
        ? []
        : ofVehicle(vehicles?.years, 'year', year?.toString()).toSorted(
            (a, b) => Number(b.value) - Number(a.value),
          ),
    categories: list('category', category),
    kinds: list('kind', kind, MAX_LISTED),
    conditions: listChoices(choicesOf('condition'), conditions),
    brands: list('brand', brand, MAX_LISTED),
    origins: listChoices(toOrigins(choicesOf('origin')), origin === undefined ? [] : [origin]),
    grades: toGrades(choicesOf('grade'), filters),
    mileages: toMileages(choicesOf('mileage'), filters),
    fits: [],
    inStock: total('stock'),
    newArrivals: total('added'),
    prices: toPrices(choicesOf('price')),
  };
}

/** Finds all that the text finds. */
async function readLevel(database: Kysely<DB>, { q }: PartFilters): Promise<SearchLevel> {
  if (q === undefined) return { clauses: [] };
  const { query, levels } = await readText(database, q);
  return levels?.at(-1) ?? containsWords(query);
}

interface CountedVehicles {
  /** Undefined: to be counted by the search index, with these terms. */
  models: FacetChoice[] | undefined;
  modelTerms: string[];
  years: FacetChoice[] | undefined;
  yearTerms: string[];
}

/** The counts of the catalog have the models and years, unless other filters or a text narrow them. */
async function countVehicles(database: Kysely<DB>, filters: PartFilters): Promise<CountedVehicles> {
  const { make, model, year: _, category, conditions = [], ...others } = filters;
  const isPlain = Object.values(others).every(
    (value) => value === undefined || value === false || String(value) === '',
  );
  const ofMake = make === undefined ? undefined : sql<SqlBool>`vehicle_make = ${make}`;
  const ofModel =
    ofMake && model !== undefined ? sql<SqlBool>`${ofMake} and vehicle_model = ${model}` : undefined;
  const narrowed = sql<SqlBool>`(${category ?? null}::text is null or category = ${category ?? null})
    and (${conditions.length === 0} or coalesce(part_type, ${DEFAULT_CONDITION}) = any(${conditions}::text[]))`;
  const count = async (column: 'vehicle_model' | 'vehicle_year', where: RawBuilder<SqlBool> | undefined) => {
    if (!where) return { choices: undefined, terms: [] };
    const term = column === 'vehicle_model' ? 'model' : 'year';
    if (!isPlain) {
      const values = await listDistinctValues(database, column, where);
      return { choices: undefined, terms: values.map((value) => `${term}=${value}`) };
    }
    const { rows } = await sql<{ value: string; parts: string }>`
      select ${sql.ref(column)}::text as value, sum(parts) as parts from catalog_counts
      where parts > 0 and ${where} and ${narrowed} and ${sql.ref(column)} is not null group by 1`.execute(
      database,
    );
    return { choices: rows.map(({ value, parts }) => ({ value, parts: Number(parts) })), terms: [] };
  };
  const [models, years] = await Promise.all([count('vehicle_model', ofMake), count('vehicle_year', ofModel)]);
  return { models: models.choices, modelTerms: models.terms, years: years.choices, yearTerms: years.terms };
}

function listWanted(vehicles: CountedVehicles | null): Wanted[] {
  const ofVehicle = vehicles && [
    { ...all('make'), ignores: ['make', 'model', 'year'] },
    ...(vehicles.modelTerms.length === 0
      ? []
      : [{ facet: 'model', terms: vehicles.modelTerms, ignores: ['model', 'year'] }]),
    ...(vehicles.yearTerms.length === 0
      ? []
      : [{ facet: 'year', terms: vehicles.yearTerms, ignores: ['year'] }]),
    ...besidesVehicle,
  ];
  return [...(ofVehicle ?? []), ...ofParts()];
}

// '>' is the character after '='.
const all = (facet: string) => ({ facet, first: `${facet}=`, behind: `${facet}>`, ignores: [facet] });

/** What the page of a vehicle and category does not offer. */
export const besidesVehicle: readonly Wanted[] = [all('category'), { facet: 'stock', ignores: ['stock'] }];

export function ofParts(): Wanted[] {
  return [
    ...['kind', 'condition', 'brand', 'mileage'].map((facet) => all(facet)),
    Object.assign(all('origin'), { total: true }),
    Object.assign(all('grade'), { total: true }),
    { facet: 'added', first: firstNewArrivalTerm(), behind: 'added>', ignores: ['added'] },
    { facet: 'price', ignores: ['price'] },
  ];
}

function sumParts(choices: readonly FacetChoice[]): number {
  return choices.reduce((sum, { parts }) => sum + parts, 0);
}

/** The number of parts with this value; of all parts for ''. */
function partsOf(counted: readonly FacetChoice[], value: string): number {
  return counted.find((choice) => choice.value === value)?.parts ?? 0;
}

function toOrigins(counted: FacetChoice[]): FacetChoice[] {
  const isNew = partsOf(counted, 'new');
  return [
    { value: 'new', parts: isNew },
    { value: 'used', parts: partsOf(counted, '') - isNew },
  ];
}

function toGrades(counted: FacetChoice[], { grades = [] }: PartFilters): FacetChoice[] {
  const graded = gradeChoices
    .filter((grade) => grade !== 'none')
    .map((grade) => ({ value: grade as string, parts: partsOf(counted, grade) }));
  if (sumParts(graded) === 0 && grades.length === 0) return [];
  return [...graded, { value: 'none', parts: partsOf(counted, '') - sumParts(graded) }].filter(
    ({ value, parts }) => parts > 0 || grades.some((grade) => grade === value),
  );
}

function toMileages(counted: FacetChoice[], { maxMiles }: PartFilters): FacetChoice[] {
  return mileageChoices
    .map((most) => ({
      value: String(most),
      parts: sumParts(counted.filter(({ value }) => Number(value) <= most)),
    }))
    .filter(({ value, parts }) => parts > 0 || value === String(maxMiles));
}

function toPrices(ends: FacetChoice[]): Facets['prices'] {
  const cents = ends.map(({ value }) => Math.round(Number(value) * 100));
  return cents.length === 0 ? null : { minCents: Math.min(...cents), maxCents: Math.max(...cents) };
}
