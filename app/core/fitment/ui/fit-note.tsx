import { lazy, Suspense, useEffect, useMemo } from 'react';
import type { FitAnswer } from '#core/catalog/fit.ts';
import { fitRuleNames, type PartVehicle } from '#core/catalog/fitment.ts';
import { useActiveVehicle } from '../active-vehicle.ts';
import { classNames } from '#kit/class-names.ts';
import { shownParts } from '../known-fits.ts';

const FitText = lazy(() => import('./fit-text.tsx'));

interface FitNoteProps {
  /** Null if the part is no longer in the catalog. */
  id: string | null;
  /** The part's own vehicle, or the name of the vehicle as an order has it. */
  part: PartVehicle | string;
  /** Says why the part is in a list for a vehicle, for visitors without a vehicle of their own. */
  stated?: FitAnswer | undefined;
  as?: 'p' | 'span';
  className?: string;
}

/** Tells whether and why a part fits the shopper's vehicle. Reserves its lines before hydration if there is a vehicle. */
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
        stated && describeStated(stated)
      )}
    </Tag>
  );
}

function describeStated({ fit, reason }: FitAnswer): string {
  return fit === 'same-number' || fit === 'check-number' ? `${fitRuleNames[fit]}. ${reason}` : reason;
}
