import type { GarageVehicle } from './garage.ts';
import { vehicleName } from './part-address.ts';

export type Fit = 'fits' | 'unknown';

export interface FitAnswer {
  fit: Fit;
  /** Why, in words for the shopper. */
  reason: string;
}

/** The vehicle of a part. */
export interface PartVehicle {
  make: string | null;
  model: string | null;
  year: number | null;
}

type Vehicle = Pick<GarageVehicle, 'make' | 'model' | 'year'>;

/**
 * Whether a part fits a vehicle. 'Fits' is said only of what the shop lists for the vehicle; everything else is unknown.
 * Names are compared without regard to case and spaces.
 * @param part its vehicle, or the name of the vehicle as an order has it.
 */
export function fitOf(part: PartVehicle | string, vehicle: Vehicle): FitAnswer {
  const listed = typeof part === 'string' ? part : vehicleName(part);
  if (isSame(listed, vehicleName(vehicle))) return { fit: 'fits', reason: 'Listed for your car' };
  return { fit: 'unknown', reason: listed ? `Listed for ${listed}` : 'Listed for no car' };
}

/** What stands on a card: the model is enough there. */
export function fitLabel(fit: Fit, { model }: Vehicle): string {
  return fit === 'fits' ? `Fits your ${model}` : 'Check fit';
}

function isSame(one: string, other: string): boolean {
  const plain = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return plain(one) === plain(other);
}
