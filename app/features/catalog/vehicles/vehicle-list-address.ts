import { parseYear } from '#domain/vehicle.ts';

/** How far into the lists of vehicles: all makes, a make, a model, or a model of one year. */
export interface ListedVehicle {
  make?: string | undefined;
  model?: string | undefined;
  year?: number | undefined;
}

/** The page that lists what there is for the vehicle. Names stand in it exactly as in the catalogue. */
export function vehicleListAddress({ make, model, year }: ListedVehicle): string {
  const steps = [make, model, year].filter((step) => step !== undefined);
  return ['/parts', ...steps.map(encodeURIComponent)].join('/');
}

/** The vehicle that such an address names (its steps, decoded), or undefined when none can be called so. */
export function readVehicleList(steps: {
  make?: string | undefined;
  model?: string | undefined;
  year?: string | undefined;
}): ListedVehicle | undefined {
  const { make, model } = steps;
  if (steps.year === undefined) return hasNul(make, model) ? undefined : { make, model };
  const year = parseYear(steps.year);
  return year === undefined || hasNul(make, model) ? undefined : { make, model, year };
}

/** No text of the database can hold it. */
function hasNul(...names: (string | undefined)[]): boolean {
  return names.some((name) => name?.includes('\0'));
}
