import { parseYear } from '#core/vehicles/vehicle.ts';
import type { ExactVehicle } from './fit-levels.ts';

/** Writes a vehicle as a parameter of an address. Example: '2010,Honda,Civic'. */
export function writeCar({ year, make, model }: ExactVehicle): string {
  return `${year},${make},${model}`;
}

/** Returns undefined for a text that is no vehicle. */
export function readCar(text: string): ExactVehicle | undefined {
  const [, year = '', make = '', model = ''] = /^(\d{4}),([^,\0]{1,60}),([^\0]{1,60})$/.exec(text) ?? [];
  const parsed = parseYear(year);
  return parsed === undefined ? undefined : { year: parsed, make, model };
}
