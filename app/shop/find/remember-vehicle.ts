import { addVehicle } from '#core/vehicles/garage.ts';
import { parseYear, type VehicleChoices } from '#core/vehicles/vehicle.ts';
import { changeGarage, readGarage } from '#core/fitment/garage-store.ts';

/**
 * Adds a chosen vehicle to the garage, as the one that the shopper shops for.
 * @param engine is '' if the shopper chose none.
 * @returns a function that restores the garage.
 */
export function rememberVehicle({ make, model, year: text = '' }: VehicleChoices, engine = ''): () => void {
  const before = readGarage();
  const year = parseYear(text);
  if (!make || !model || year === undefined) return () => undefined;
  const id = crypto.randomUUID();
  changeGarage((garage) => addVehicle(garage, { id, year, make, model, details: engine, vinEnd: '' }));
  return () => changeGarage(() => before);
}
