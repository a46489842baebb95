import { lazy, Suspense } from 'react';
import { useActiveVehicle } from '#core/fitment/active-vehicle.ts';

const CompareText = lazy(() => import('./compare-text.tsx').catch(() => ({ default: () => <></> })));

/** Says what to compare before ordering a part that depends on more than make, model and year. A vehicle reserves its space. */
export function CompareNote({ partName }: { partName: string }) {
  const vehicle = useActiveVehicle();
  return (
    <p className="fit-room mt-1">
      {vehicle && (
        <Suspense>
          <CompareText partName={partName} vehicle={vehicle} />
        </Suspense>
      )}
    </p>
  );
}
