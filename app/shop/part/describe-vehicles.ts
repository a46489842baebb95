import type { Fitment } from '#core/catalog/fitment.ts';
import { describeFitment } from '#core/catalog/fitment-list.ts';

/** A row of the page's table. */
export interface DescribedVehicle {
  /** Example: '2006-2011 Honda Civic, 1.8L'. */
  name: string;
  position: string;
  note: string;
}

const MAX_ROWS = 200;

/** Describes the vehicles of a part, its own first. */
export function describeVehicles(
  vehicles: readonly (Fitment & { rule: 'listed' | 'interchange' })[],
): DescribedVehicle[] {
  return vehicles.slice(0, MAX_ROWS).map((vehicle) => ({
    name: describeFitment(vehicle),
    position: vehicle.position ?? '',
    note: [vehicle.note, vehicle.rule === 'interchange' && 'By interchange'].filter(Boolean).join(' · '),
  }));
}
