import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { Alert } from '#kit/alert.tsx';

/** A note, not a question: parts can fit more vehicles than they are listed for. */
export function UncertainNote({ count, vehicle }: { count: number; vehicle: GarageVehicle }) {
  if (count === 0) return null;
  return (
    <Alert tone="warning" className="mt-4">
      {count === 1 ? '1 part is' : `${count} parts are`} not listed for your {vehicleName(vehicle)}. Check
      that {count === 1 ? 'it fits' : 'they fit'} before you pay.
    </Alert>
  );
}
