import { vehicleName } from '#domain/part-address.ts';
import { useActiveVehicle } from '#ui/active-vehicle.ts';
import { TextLink } from '#ui/text-link.tsx';

/** The vehicle that the shopper chose. Its room is reserved before hydration, if there is one. */
export function GarageStrip() {
  const vehicle = useActiveVehicle();
  return (
    <div className="garage-strip">
      {vehicle && (
        <p className="mx-auto flex w-full max-w-page min-w-0 items-center gap-3 px-gutter text-sm">
          <span className="min-w-0 truncate">
            <span className="text-muted max-sm:sr-only">Parts for </span>
            <strong className="font-semibold">{vehicleName(vehicle)}</strong>
          </span>
          <TextLink to="/garage" className="whitespace-nowrap">
            My Garage
          </TextLink>
        </p>
      )}
    </div>
  );
}
