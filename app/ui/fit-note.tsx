import { lazy, Suspense } from 'react';
import type { PartVehicle } from '#domain/fitment.ts';
import { useActiveVehicle } from './active-vehicle.ts';
import { classNames } from './class-names.ts';

const FitText = lazy(() => import('./fit-text.tsx'));

/** Whether a part fits the shopper's vehicle, and why. Its line is reserved before hydration, if there is a vehicle. */
export function FitNote({ part, className }: { part: PartVehicle | string; className?: string }) {
  const vehicle = useActiveVehicle();
  return (
    <p className={classNames('fit-room', className)}>
      {vehicle && (
        <Suspense>
          <FitText part={part} vehicle={vehicle} />
        </Suspense>
      )}
    </p>
  );
}
