import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { fitRules, type PartFilters } from '#domain/catalog-query.ts';
import type { FacetChoice, Facets } from '#domain/facets.ts';
import { fitLevels, fitTerm } from '#domain/search/fit-levels.ts';
import { besidesVehicle, countChoices, ofParts, toFacets } from './facets.server.ts';
import { countParts } from './search-parts.server.ts';
import { toIndexFilters, withoutVehicle } from './search-filters.server.ts';

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
  return Promise.all(
    fitRules.map(async (rule) => {
      const { total, inStockTotal } = await countParts(database, { ...filters, fits: true, fitBy: [rule] });
      return { value: rule, parts: filters.inStock ? inStockTotal : total };
    }),
  );
}
