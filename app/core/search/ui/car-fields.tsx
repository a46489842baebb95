import { useActiveVehicle } from '#core/fitment/active-vehicle.ts';
import { readOwnCar } from '#core/fitment/own-car.ts';

/** Adds the shopper's vehicle to a form that searches. */
export function CarFields() {
  const own = useActiveVehicle() && readOwnCar();
  if (!own) return null;
  return Object.entries(own).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  );
}
