import { formatSlug } from '#core/catalog/part-address.ts';
import { DRAWINGS_PATH } from '#core/catalog/picture.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';

export const YARD_PATH = '/yard';

/** The facts of a car that shoppers see. */
export interface PublicCar {
  id: string;
  year: number;
  make: string;
  model: string;
  trim: string | null;
  body: string | null;
  color: string | null;
  engine: string | null;
  drive: string | null;
  /** Miles. */
  odometer: number | null;
  row: string | null;
  /** A day, such as '2026-11-30'. Null: the day of takenInAt. */
  cameInOn: string | null;
  takenInAt: string;
}

/** Returns the last segment of a car's address. Only the id at its end identifies the car. */
export function carSegment(car: Pick<PublicCar, 'id' | 'year' | 'make' | 'model'>): string {
  return [formatSlug(vehicleName(car)), car.id].filter(Boolean).join('-');
}

export function carAddress(car: Pick<PublicCar, 'id' | 'year' | 'make' | 'model'>): string {
  return `${YARD_PATH}/${carSegment(car)}`;
}

/** Returns the address of the drawing of a car that has no photo. */
export function carDrawing({ body, color }: Pick<PublicCar, 'body' | 'color'>): string {
  return `${DRAWINGS_PATH}/car.svg?${new URLSearchParams({ body: body ?? '', color: color ?? '' })}`;
}

/** Example: '2012 Honda Civic EX'. */
export function carTitle(car: Pick<PublicCar, 'year' | 'make' | 'model' | 'trim'>): string {
  return [vehicleName(car), car.trim].filter(Boolean).join(' ');
}
