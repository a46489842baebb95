import type { GarageVehicle } from '#domain/garage.ts';
import { describeComparison } from '#domain/vehicle-facts.ts';
import { TextLink } from './text-link.tsx';

/** Loaded with a vehicle in the garage. */
export default function CompareText({ partName, vehicle }: { partName: string; vehicle: GarageVehicle }) {
  return (
    <span>
      {describeComparison(partName, vehicle)} <TextLink to="/garage">My Garage</TextLink>
    </span>
  );
}
