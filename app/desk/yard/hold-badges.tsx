import { type VehicleHold, vehicleHolds } from '#core/yard/vehicle-fields.ts';
import { Badge } from '#kit/badge.tsx';

/** Shows who forbids that a car is dismantled or sold. */
export function HoldBadges({ holds }: { holds: readonly VehicleHold[] }) {
  return holds.map((hold) => (
    <Badge key={hold} tone="bad">
      {vehicleHolds[hold]} hold
    </Badge>
  ));
}
