import type { CartItem } from '#domain/cart.ts';
import { fitOf } from '#domain/fitment.ts';
import type { GarageVehicle } from '#domain/garage.ts';
import { vehicleName } from '#domain/part-address.ts';
import { Alert } from '#ui/alert.tsx';
import type { FactsById } from './catalog-facts.ts';

/** The parts that are not known to fit the shopper's vehicle. */
export function listUncertain(
  items: readonly CartItem[],
  facts: FactsById,
  vehicle: GarageVehicle | undefined,
): readonly CartItem[] {
  if (!vehicle) return [];
  return items.filter(({ id }) => {
    const part = facts.get(id)?.vehicle;
    return part !== undefined && fitOf(part, vehicle).fit !== 'fits';
  });
}

/** A note, not a refusal: parts can fit more vehicles than they are listed for. */
export function UncertainNote({ count, vehicle }: { count: number; vehicle: GarageVehicle | undefined }) {
  if (!vehicle || count === 0) return null;
  return (
    <Alert tone="warning" className="mt-4">
      {count === 1 ? '1 part is' : `${count} parts are`} not listed for your {vehicleName(vehicle)}. Check
      that {count === 1 ? 'it fits' : 'they fit'} before you pay.
    </Alert>
  );
}
