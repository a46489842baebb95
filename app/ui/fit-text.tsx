import { fitLabel, fitOf, type PartVehicle } from '#domain/fitment.ts';
import type { GarageVehicle } from '#domain/garage.ts';
import { Icon } from './icons/icon.tsx';

/** Loaded with a vehicle in the garage. */
export default function FitText({ part, vehicle }: { part: PartVehicle | string; vehicle: GarageVehicle }) {
  const { fit, reason } = fitOf(part, vehicle);
  return (
    <>
      <Icon
        name={fit === 'fits' ? 'CircleCheck' : 'Info'}
        className={`mt-0.5 size-4 shrink-0 ${fit === 'fits' ? 'text-green-800' : 'text-muted'}`}
      />
      <span className="min-w-0">
        <strong className="block font-semibold">
          {fitLabel(fit, vehicle)}
          <span className="sr-only">:</span>
        </strong>{' '}
        <span className="text-muted">{reason}</span>
      </span>
    </>
  );
}
