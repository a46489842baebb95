import { type FitRule, fitRules } from '#core/catalog/catalog-query.ts';
import type { FitmentSettings } from '#core/settings/settings.ts';

export interface ExactVehicle {
  make: string;
  model: string;
  year: number;
  /** Example: '1.8L I4'. Missing if unknown. */
  engine?: string | undefined;
  /** A choice of factChoices. Missing if unknown. */
  drive?: string | undefined;
}

/** Returns the number of a rule in the database (vehicle_fits). */
export function fitPlace(rule: FitRule): number {
  return fitRules.indexOf(rule) + 1;
}

/** Place of a part that fits by a rule, but is listed with another engine, drive or side than the search or the vehicle says. */
export const CONFLICT_PLACE = fitRules.length + 2;

/** Lists the rules by which a part fits for this owner. */
export function confirmingRules({ numbersDecide }: FitmentSettings): readonly FitRule[] {
  return numbersDecide ? ['listed', 'interchange', 'same-number'] : ['listed', 'interchange'];
}
