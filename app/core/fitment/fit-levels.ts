import { type FitRule, fitRules } from '#core/catalog/catalog-query.ts';

export interface ExactVehicle {
  make: string;
  model: string;
  year: number;
}

/** Returns the number of a rule in the database (vehicle_fits). */
export function fitPlace(rule: FitRule): number {
  return fitRules.indexOf(rule) + 1;
}
