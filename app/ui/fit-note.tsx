import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { PartVehicle } from '#domain/fitment.ts';
import { useActiveVehicle } from './active-vehicle.ts';
import { classNames } from './class-names.ts';
import { shownParts } from './known-fits.ts';

const FitText = lazy(() => import('./fit-text.tsx'));

interface FitNoteProps {
  /** Null: the part is no longer in the catalog. */
  id: string | null;
  /** Its own vehicle, or the name of the vehicle as an order has it. */
  part: PartVehicle | string;
  as?: 'p' | 'span';
  className?: string;
}

/** Whether a part fits the shopper's vehicle, and why. Its lines are reserved before hydration, if there is a vehicle. */
export function FitNote({ id, part, as: Tag = 'p', className }: FitNoteProps) {
  const vehicle = useActiveVehicle();
  const subject = useMemo(() => ({ id, vehicle: part }), [id, part]);
  useEffect(() => {
    shownParts.add(subject);
    return () => void shownParts.delete(subject);
  }, [subject]);
  return (
    <Tag className={classNames('fit-room', className)}>
      {vehicle && (
        <Suspense>
          <FitText subject={subject} vehicle={vehicle} />
        </Suspense>
      )}
    </Tag>
  );
}
