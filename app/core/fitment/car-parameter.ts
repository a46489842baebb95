import { parseYear } from '#core/vehicles/vehicle.ts';
import type { ExactVehicle } from './fit-levels.ts';

/** Writes a vehicle as a parameter of an address. Examples: '2010,Honda,Civic', '2010,Ford,F-150,5.0L V8,4x4'. */
export function writeCar({ year, make, model, engine, drive }: ExactVehicle): string {
  return [year, make, model, engine, drive].join(',').replace(/,+$/, '');
}

/** Returns undefined for a text that is no vehicle. */
export function readCar(text: string): ExactVehicle | undefined {
  const [, year = '', make = '', model = '', engine, drive] =
    /^(\d{4}),([^,\0]{1,60}),([^,\0]{1,60})(?:,([^,\0]{0,60}))?(?:,([^,\0]{1,20}))?$/.exec(text) ?? [];
  const parsed = parseYear(year);
  if (parsed === undefined) return undefined;
  return { year: parsed, make, model, ...(engine && { engine }), ...(drive && { drive }) };
}

/** Returns what is known of the vehicle besides its name, as people write it. */
export function describeCar({ engine, drive }: ExactVehicle): string {
  return [engine, drive].filter(Boolean).join(' ');
}
