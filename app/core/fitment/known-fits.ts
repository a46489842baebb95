import type { FitAnswer, PartVehicle } from '#core/catalog/fitment.ts';
import type { GarageVehicle } from '#core/vehicles/garage.ts';

/** A part that is shown with a fit note. */
export interface FitSubject {
  /** Null if the part is no longer in the catalog. */
  id: string | null;
  /** The part's own vehicle, or the name of the vehicle as an order has it. */
  vehicle: PartVehicle | string;
}

/** The parts of the page. One request asks for all of them. */
export const shownParts = new Set<FitSubject>();

/** `fitKey` -> the server's answer. fit-answers.ts fills it. */
export const knownFits = new Map<string, FitAnswer>();

export function fitKey(
  id: string,
  { make, model, year, details }: Pick<GarageVehicle, 'make' | 'model' | 'year' | 'details'>,
): string {
  return `${id} ${year} ${make} ${model} ${details}`;
}
