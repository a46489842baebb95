import { describeComparison } from '#domain/vehicle-facts.ts';
import { useActiveVehicle } from './active-vehicle.ts';
import { TextLink } from './text-link.tsx';

/** What to compare before ordering a part that depends on more than make, model and year. Has room if there is a vehicle. */
export function CompareNote({ partName }: { partName: string }) {
  const vehicle = useActiveVehicle();
  return (
    <p className="fit-room mt-1">
      {vehicle && (
        <span>
          {describeComparison(partName, vehicle)} <TextLink to="/garage">My Garage</TextLink>
        </span>
      )}
    </p>
  );
}
