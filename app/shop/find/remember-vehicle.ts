import { addVehicle } from '#core/vehicles/garage.ts';
import { parseYear, type VehicleChoices } from '#core/vehicles/vehicle.ts';
import { changeGarage, readGarage } from '#core/fitment/garage-store.ts';

/**
 * Adds a chosen vehicle to the garage, as the one that the shopper shops for.
 * @returns a function that restores the garage.
 */
export function rememberVehicle({ make, model, year: text = '' }: VehicleChoices): () => void {
  const before = readGarage();
  const year = parseYear(text);
  if (!make || !model || year === undefined) return () => undefined;
  const id = crypto.randomUUID();
  changeGarage((garage) => addVehicle(garage, { id, year, make, model, details: '', vinEnd: '' }));
  return () => changeGarage(() => before);
}
