import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { fitRules, type PartFilters } from '#domain/catalog-query.ts';
import type { FacetChoice, Facets } from '#domain/facets.ts';
import { fitLevels, fitTerm } from '#domain/search/fit-levels.ts';
import { showList } from '#services/shown-lists.server.ts';
import { besidesVehicle, countChoices, ofParts, toFacets } from './facets.server.ts';
import { toIndexFilters, toNarrowing, toTerms, withoutVehicle } from './search-filters.server.ts';

type FitFilters = PartFilters & { make: string; model: string; year: number };

/**
 * As readFacets, of the parts that fit an exact vehicle. Without makes, models and years. `isForVehicle` also leaves out
 * categories and stock.
 */
export async function readFitFacets(
  database: Kysely<DB>,
  { fitBy = [], ...filters }: FitFilters,
  { isForVehicle = false } = {},
): Promise<Facets> {
  const chosen = fitBy.map((rule) => fitTerm(filters, rule));
  const [rows, fits] = await Promise.all([
    countChoices(
      database,
      fitLevels(filters).at(-1),
      [
        ...toIndexFilters(withoutVehicle(filters)),
        ...(chosen.length > 0 ? [{ facet: 'fit', terms: chosen }] : []),
      ],
      [...(isForVehicle ? [] : besidesVehicle), ...ofParts()],
    ),
    countRules(database, filters),
  ]);
  return {
    ...toFacets(rows, filters, null),
    fits: fits.filter(({ value, parts }) => parts > 0 || fitBy.some((rule) => rule === value)),
  };
}

/** Ignores the filter of the rules. */
async function countRules(database: Kysely<DB>, filters: FitFilters): Promise<FacetChoice[]> {
  const others = withoutVehicle(filters);
  showList({ level: fitLevels(filters).at(-1) ?? null, filters: toIndexFilters(others) });
  const terms = fitRules.map((rule) => fitTerm(filters, rule));
  const { rows } = await sql<{ term: string; parts: string }>`
    select bits.term, sum(bit_count(found.parts & bits.parts)) as parts
    from search_level_within(${JSON.stringify(fitLevels(filters).at(-1))}::jsonb, ${toTerms(others)},
      ${JSON.stringify(toNarrowing(others))}::jsonb) as found
    join search_bits as bits on bits.chunk = found.chunk and bits.term = any(${terms}::text[])
    group by bits.term`.execute(database);
  const counted = new Map(rows.map(({ term, parts }) => [term, Number(parts)]));
  return fitRules.map((value, index) => ({ value, parts: counted.get(terms[index] ?? '') ?? 0 }));
}
