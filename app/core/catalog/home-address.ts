import type { VehicleChoices } from '#core/vehicles/vehicle.ts';

/** Returns the address of the selector with these choices, or of the results if all are made. */
export function homeAddress(
  choices: VehicleChoices,
  more: readonly [name: string, value: string][] = [],
): string {
  const query = new URLSearchParams([...Object.entries(choices), ...more]).toString();
  return query ? `/?${query}` : '/';
}
