import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartFilters } from '#domain/catalog-query.ts';
import { conditionKind } from '#domain/condition-kind.ts';
import { type FacetChoice, type Facets, listChoices } from '#domain/facets.ts';
import { containsWords, type SearchLevel } from '#domain/search/search-levels.ts';
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
}

/** Counts the choices of each filter, see Facets. */
export async function readFacets(database: Kysely<DB>, filters: PartFilters): Promise<Facets> {
  const [level, wanted] = await Promise.all([readLevel(database, filters), listWanted(database, filters)]);
  const { rows } = await sql<FacetRow>`
    select facet, value, parts from search_facets(${JSON.stringify(level)}::jsonb,
      ${JSON.stringify(toIndexFilters(filters))}::jsonb, ${JSON.stringify(wanted)}::jsonb, ${firstNewArrivalTerm()})
  `.execute(database);
  return toFacets(rows, filters);
}

/** A count of a choice. `origin` is counted by condition. */
export interface FacetRow {
  facet: string;
  value: string;
  parts: string;
}

export function toFacets(rows: readonly FacetRow[], filters: PartFilters): Facets {
  const { make, model, year, category, conditions = [], origin, kind, brand } = filters;
  const choicesOf = (facet: string): FacetChoice[] =>
    rows.flatMap((row) => (row.facet === facet ? [{ value: row.value, parts: Number(row.parts) }] : []));
  const total = (facet: string) => choicesOf(facet).reduce((sum, { parts }) => sum + parts, 0);
  const list = (facet: string, chosen: string | undefined, most?: number) =>
    listChoices(choicesOf(facet), chosen === undefined ? [] : [chosen], most);
  return {
    makes: list('make', make),
    models: make === undefined ? [] : list('model', model),
    years:
      make === undefined || model === undefined
        ? []
        : list('year', year?.toString()).toSorted((a, b) => Number(b.value) - Number(a.value)),
    categories: list('category', category),
    kinds: list('kind', kind, MAX_LISTED),
    conditions: listChoices(choicesOf('condition'), conditions),
    brands: list('brand', brand, MAX_LISTED),
    origins: listChoices(
      byOrigin(choicesOf(narrowsConditions(filters) ? 'origin' : 'condition')),
      origin === undefined ? [] : [origin],
    ),
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

async function listWanted(database: Kysely<DB>, filters: PartFilters): Promise<Wanted[]> {
  const { make, model } = filters;
  const [models, years] = await Promise.all([
    make === undefined ? [] : listDistinctValues(database, 'vehicle_model', sql`vehicle_make = ${make}`),
    make === undefined || model === undefined
      ? []
      : listDistinctValues(
          database,
          'vehicle_year',
          sql`vehicle_make = ${make} and vehicle_model = ${model}`,
        ),
  ]);
  // '>' is the character after '='.
  const all = (facet: string, term = facet) => ({
    facet,
    first: `${term}=`,
    behind: `${term}>`,
    ignores: [facet],
  });
  return [
    { ...all('make'), ignores: ['make', 'model', 'year'] },
    ...(models.length === 0
      ? []
      : [{ facet: 'model', terms: models.map((name) => `model=${name}`), ignores: ['model', 'year'] }]),
    ...(years.length === 0
      ? []
      : [{ facet: 'year', terms: years.map((year) => `year=${year}`), ignores: ['year'] }]),
    ...['category', 'kind', 'condition', 'brand'].map((facet) => all(facet)),
    ...(narrowsConditions(filters) ? [all('origin', 'condition')] : []),
    { facet: 'added', first: firstNewArrivalTerm(), behind: 'added>', ignores: ['added'] },
    { facet: 'stock', ignores: ['stock'] },
    { facet: 'price', ignores: ['price'] },
  ];
}

/** Without these filters, conditions and origins count the same parts. */
function narrowsConditions({ conditions = [], origin }: PartFilters): boolean {
  return conditions.length > 0 || origin !== undefined;
}

function byOrigin(conditions: FacetChoice[]): FacetChoice[] {
  const isNew = ({ value }: FacetChoice) => conditionKind(value) === 'new';
  const sum = (choices: FacetChoice[]) => choices.reduce((parts, choice) => parts + choice.parts, 0);
  return [
    { value: 'new', parts: sum(conditions.filter(isNew)) },
    { value: 'used', parts: sum(conditions.filter((condition) => !isNew(condition))) },
  ];
}

function toPrices(ends: FacetChoice[]): Facets['prices'] {
  const cents = ends.map(({ value }) => Math.round(Number(value) * 100));
  return cents.length === 0 ? null : { minCents: Math.min(...cents), maxCents: Math.max(...cents) };
}
