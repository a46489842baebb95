import { unique } from '#core/values/unique.ts';
import type { ExactVehicle } from '#core/fitment/fit-levels.ts';
import type { Interpretation } from './interpret-query.ts';
import type { Clause } from './search-level.ts';

/** A text with more years and models means the parts' own vehicles. */
const MAX_VEHICLES = 24;

/** A text that names exact vehicles needs no clauses: the parts that fit these are found. */
export function vehicleClauses(query: Interpretation): Clause[] {
  return namesVehicles(query) ? [] : ownVehicleClauses(query);
}

export function namesVehicles(query: Interpretation): boolean {
  return findExactVehicles(query).length > 0;
}

/** Lists the vehicles whose fitting parts a text finds. Empty if the year or the model is missing, or with too many. */
export function findExactVehicles(query: Interpretation): ExactVehicle[] {
  const vehicles = allVehicles(query);
  return vehicles.length > MAX_VEHICLES ? [] : vehicles;
}

function allVehicles({ years, makes, models }: Interpretation): ExactVehicle[] {
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
