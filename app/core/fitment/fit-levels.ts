import { type FitRule, fitRules } from '#core/catalog/catalog-query.ts';
import type { FitmentSettings } from '#core/settings/settings.ts';

export interface ExactVehicle {
  make: string;
  model: string;
  year: number;
}

/** Returns the number of a rule in the database (vehicle_fits). */
export function fitPlace(rule: FitRule): number {
  return fitRules.indexOf(rule) + 1;
}

/** Lists the rules by which a part fits for this owner. */
export function confirmingRules({ numbersDecide }: FitmentSettings): readonly FitRule[] {
  return numbersDecide ? ['listed', 'interchange', 'same-number'] : ['listed', 'interchange'];
}
