import { fitRules } from '#core/catalog/catalog-query.ts';
import { unique } from '#core/values/unique.ts';
import type { ExactVehicle } from '#core/fitment/fit-levels.ts';
import type { Interpretation } from './interpret-query.ts';
import type { Clause, SearchLevel } from './search-level.ts';

/** A text with more years and models means the parts' own vehicles. */
const MAX_VEHICLES = 24;

/** Finds the parts that fit exact vehicles. If the vehicles are not exact, finds parts with such a vehicle of their own. */
export function vehicleNeeds(query: Interpretation): {
  clauses: Clause[];
  fits: SearchLevel['fits'];
} {
  const vehicles = exactVehicles(query);
  if (vehicles.length === 0 || vehicles.length > MAX_VEHICLES)
    return { clauses: ownVehicleClauses(query), fits: undefined };
  return { clauses: [], fits: { vehicles, rules: fitRules.length } };
}

/** Returns [] if the year or the model is missing. */
function exactVehicles({ years, makes, models }: Interpretation): ExactVehicle[] {
  const named = models.flat().filter(({ make }) => makes.length === 0 || makes.includes(make));
  return yearsOf(years).flatMap((year) => named.map(({ make, model }) => ({ make, model, year })));
}

function yearsOf(ranges: Interpretation['years']): number[] {
  return ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

function ownVehicleClauses({ years, makes, models }: Interpretation): Clause[] {
  const yearTerms = yearsOf(years).map((year) => `year=${year}`);
  const named = models.flat();
  const makeTerms = [...makes, ...(makes.length > 0 ? [] : named.map(({ make }) => make))].map(
    (make) => `make=${make}`,
  );
  return [
    ...(yearTerms.length > 0 ? [{ terms: unique(yearTerms) }] : []),
    ...(makeTerms.length > 0 ? [{ terms: unique(makeTerms) }] : []),
    ...(named.length > 0 ? [{ terms: unique(named.map(({ model }) => `model=${model}`)) }] : []),
  ];
}
