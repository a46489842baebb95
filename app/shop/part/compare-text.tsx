import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { describeComparison } from '#core/vehicles/vehicle-facts.ts';
import { TextLink } from '#kit/text-link.tsx';

/** This file is loaded if the garage has a vehicle. */
export default function CompareText({ partName, vehicle }: { partName: string; vehicle: GarageVehicle }) {
  return (
    <span>
      {describeComparison(partName, vehicle)} <TextLink to="/garage">My garage</TextLink>
    </span>
  );
}
