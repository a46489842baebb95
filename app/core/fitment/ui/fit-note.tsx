import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { FitAnswer } from '#core/catalog/fit.ts';
import type { PartVehicle } from '#core/catalog/fitment.ts';
import { useActiveVehicle } from '../active-vehicle.ts';
import { classNames } from '#kit/class-names.ts';
import { shownParts } from '../known-fits.ts';

const FitText = lazy(() => import('./fit-text.tsx'));

interface FitNoteProps {
  /** Null: the part is no longer in the catalog. */
  id: string | null;
  /** Its own vehicle, or the name of the vehicle as an order has it. */
  part: PartVehicle | string;
  /** Why it is in a list of the parts that fit a vehicle, for visitors without a vehicle of their own. */
  stated?: FitAnswer | undefined;
  as?: 'p' | 'span';
  className?: string;
}

/** Whether a part fits the shopper's vehicle, and why. Its lines are reserved before hydration, if there is a vehicle. */
export function FitNote({ id, part, stated, as: Tag = 'p', className }: FitNoteProps) {
  const vehicle = useActiveVehicle();
  const subject = useMemo(() => ({ id, vehicle: part }), [id, part]);
  useEffect(() => {
    shownParts.add(subject);
    return () => void shownParts.delete(subject);
  }, [subject]);
  return (
    <Tag className={classNames('fit-room', stated && 'fit-stated', className)}>
      {vehicle ? (
        <Suspense>
          <FitText subject={subject} vehicle={vehicle} />
        </Suspense>
      ) : (
        stated && `${stated.reason}${stated.fit === 'same-number' ? ': compare before ordering' : ''}`
      )}
    </Tag>
  );
}
