import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { selectorAddress } from '#core/vehicles/vehicle.ts';
import { useActiveVehicle } from '#core/fitment/active-vehicle.ts';
import { TextLink } from '#kit/text-link.tsx';

/** Links the shopper's chosen vehicle to its parts. If there is one, its space is reserved before hydration. */
export function GarageStrip() {
  const vehicle = useActiveVehicle();
  return (
    <div className="garage-strip">
      {vehicle && (
        <p className="mx-auto flex w-full max-w-page min-w-0 items-center gap-3 px-gutter text-sm">
          <span className="-m-1 min-w-0 truncate p-1">
            <span className="text-muted max-sm:sr-only">Parts for </span>
            <TextLink to={addressOf(vehicle)} className="font-semibold">
              {vehicleName(vehicle)}
            </TextLink>
          </span>
          <TextLink to="/garage" className="whitespace-nowrap">
            My garage
          </TextLink>
        </p>
      )}
    </div>
  );
}

/** Leads to the vehicle selector, where only the category is left to choose. */
function addressOf({ make, model, year }: GarageVehicle): string {
  return selectorAddress({ make, model, year: String(year) });
}
