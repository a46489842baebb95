import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { fitRules, type PartFilters } from '#domain/catalog-query.ts';
import type { Facets } from '#domain/facets.ts';
import { fitLevels, fitTerm } from '#domain/search/fit-levels.ts';
import { besidesVehicle, type FacetRow, ofParts, selectChoices, toFacets } from './facets.server.ts';
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
  const choices = selectChoices(
    fitLevels(filters).at(-1),
    [
      ...toIndexFilters(withoutVehicle(filters)),
      ...(chosen.length > 0 ? [{ facet: 'fit', terms: chosen }] : []),
    ],
    [...(isForVehicle ? [] : besidesVehicle), ...ofParts()],
  );
  const { rows } = await sql<FacetRow>`(${choices}) union all (${selectRules(filters)})`.execute(database);
  const fits = fitRules.map((value) => ({
    value,
    parts: Number(
      rows.find((row) => row.facet === 'fit' && row.value === fitTerm(filters, value))?.parts ?? 0,
    ),
  }));
  return {
    ...toFacets(rows, filters, null),
    fits: fits.filter(({ value, parts }) => parts > 0 || fitBy.some((rule) => rule === value)),
  };
}

/** The number of parts by the term of each rule. Ignores the filter of the rules. */
function selectRules(filters: FitFilters): RawBuilder<FacetRow> {
  const others = withoutVehicle(filters);
  const level = fitLevels(filters).at(-1) ?? null;
  const terms = fitRules.map((rule) => fitTerm(filters, rule));
  return sql<FacetRow>`
    select 'fit' as facet, bits.term as value, sum(bit_count(found.parts & bits.parts)) as parts
    from search_level_within(${JSON.stringify(level)}::jsonb, ${toTerms(others)},
      ${JSON.stringify(toNarrowing(others))}::jsonb) as found
    join search_bits as bits on bits.chunk = found.chunk and bits.term = any(${terms}::text[])
    group by bits.term`;
}
