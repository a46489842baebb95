import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { selectorAddress } from '#core/vehicles/vehicle.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { Button } from '#kit/button.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { DecodedVehicle } from '#core/vehicles/decode-vin.server.ts';
import { VehicleRow } from './vehicle-row.tsx';

interface FoundVehiclesProps {
  vehicles: DecodedVehicle[];
  onUse: (vehicle: GarageVehicle) => void;
}

/** Shows the vehicles that a VIN can belong to. */
export function FoundVehicles({ vehicles, onUse }: FoundVehiclesProps) {
  return (
    <>
      {vehicles.length > 1 && (
        <p className="mb-2">This VIN matches more than one vehicle. Which one is yours?</p>
      )}
      <ul className="flex flex-col gap-3">
        {vehicles.map((vehicle) => (
          <FoundVehicle key={`${vehicle.make} ${vehicle.model}`} vehicle={vehicle} onUse={onUse} />
        ))}
      </ul>
    </>
  );
}

/** Returns undefined if the VIN does not tell the model. */
export function toGarageVehicle({
  year,
  make,
  model,
  details,
  vinEnd,
}: DecodedVehicle): GarageVehicle | undefined {
  return model === null ? undefined : { id: crypto.randomUUID(), year, make, model, details, vinEnd };
}

function FoundVehicle({ vehicle, onUse }: { vehicle: DecodedVehicle } & Pick<FoundVehiclesProps, 'onUse'>) {
  const { year, make, model, details, inCatalog } = vehicle;
  const mine = toGarageVehicle(vehicle);
  return (
    <VehicleRow name={[year, make, model].filter(Boolean).join(' ')} details={details}>
      {mine ? (
        <Button variant="primary" onClick={() => onUse(mine)}>
          Use this car
        </Button>
      ) : (
        <ButtonLink to={selectorAddress({ make })}>Choose the model</ButtonLink>
      )}
      {model !== null && !inCatalog && <NoParts year={year} make={make} model={model} />}
    </VehicleRow>
  );
}

/** Says that the shop has no parts for the vehicle. */
export function NoParts({ year, make, model }: Pick<GarageVehicle, 'year' | 'make' | 'model'>) {
  return (
    <p className="w-full text-sm text-muted">
      We have no parts listed for it right now. You can{' '}
      <TextLink to={`/request?${new URLSearchParams({ make, model, year: String(year) })}`}>
        request a part
      </TextLink>
      .
    </p>
  );
}
