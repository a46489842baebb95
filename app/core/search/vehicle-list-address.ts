import { parseYear } from '#core/vehicles/vehicle.ts';

export interface ListedVehicle {
  make?: string | undefined;
  model?: string | undefined;
  year?: number | undefined;
}

export function vehicleListAddress({ make, model, year }: ListedVehicle): string {
  const steps = [make, model, year].filter((step) => step !== undefined);
  return ['/parts', ...steps.map(encodeURIComponent)].join('/');
}

/** Returns undefined for an impossible vehicle. */
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

function hasNul(...names: (string | undefined)[]): boolean {
  return names.some((name) => name?.includes('\0'));
}
