import type { FitAnswer, PartVehicle } from '#core/catalog/fitment.ts';
import type { GarageVehicle } from '#core/vehicles/garage.ts';

/** What is shown with a fit note. */
export interface FitSubject {
  /** Null: the part is no longer in the catalog. */
  id: string | null;
  /** Its own vehicle, or the name of the vehicle as an order has it. */
  vehicle: PartVehicle | string;
}

/** The parts of the page. They are asked for in one request. */
export const shownParts = new Set<FitSubject>();

/** What the server has said, by `fitKey`. Filled by fit-answers.ts. */
export const knownFits = new Map<string, FitAnswer>();

export function fitKey(
  id: string,
  { make, model, year, details }: Pick<GarageVehicle, 'make' | 'model' | 'year' | 'details'>,
): string {
  return `${id} ${year} ${make} ${model} ${details}`;
}
