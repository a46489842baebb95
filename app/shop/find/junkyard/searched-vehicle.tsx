import { useEffect, useEffectEvent, useState } from 'react';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import type { NamedVehicle } from './named-vehicle.ts';
import { GARAGE_KEY, useActiveVehicle } from '#core/fitment/active-vehicle.ts';
import { Button } from '#kit/button.tsx';

/**
 * Names the vehicle of a search. The first one of a browser goes to the garage. Others are offered, so that a search changes
 * no vehicle that the shopper chose. The server's HTML has its line, so that nothing moves. Needs the vehicle as its key.
 */
export function SearchedVehicle({ vehicle }: { vehicle: NamedVehicle }) {
  const active = useActiveVehicle();
  const [restore, setRestore] = useState<() => void>();
  const name = vehicleName(vehicle);
  const isActive = active !== undefined && vehicleName(active).toLowerCase() === name.toLowerCase();
  const undo = isActive ? restore : undefined;

  const remember = useEffectEvent(() => rememberLater(vehicle));
  useEffect(() => {
    if (hasNoGarage()) remember().then((added) => setRestore(() => added), console.warn);
  }, []);

  function onClick() {
    if (undo) return undo();
    rememberLater(vehicle).then((added) => setRestore(() => added), console.warn);
  }

  return (
    <div data-vehicle className="mb-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status">
        {isActive ? "You're shopping for your" : 'Do you drive a'} <strong>{name}</strong>
        {isActive ? '.' : '?'}
      </p>
      {/* It is one button for both actions, so that it keeps the focus. */}
      {(undo || !isActive) && (
        <Button size="small" onClick={onClick}>
          {undo ? 'Undo' : 'Shop for this car'}
        </Button>
      )}
    </div>
  );
}

async function rememberLater({ year, make, model }: NamedVehicle): Promise<() => void> {
  const { rememberVehicle } = await import('../remember-vehicle.ts');
  return rememberVehicle({ make, model, year: String(year) });
}

function hasNoGarage(): boolean {
  try {
    return localStorage.getItem(GARAGE_KEY) === null;
  } catch {
    return false;
  }
}
