import { type Fit, type FitAnswer, fitLabel } from '#core/catalog/fitment.ts';
import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { useFit } from '../fit-answers.ts';
import type { IconName } from '#kit/icons/icon-names.ts';
import { Icon } from '#kit/icons/icon.tsx';
import type { FitSubject } from '../known-fits.ts';

const looks: Record<Fit, { icon: IconName; color: string }> = {
  fits: { icon: 'CircleCheck', color: 'text-green-800' },
  'same-number': { icon: 'BadgeCheck', color: 'text-muted' },
  'check-number': { icon: 'Info', color: 'text-muted' },
  no: { icon: 'CircleAlert', color: 'text-danger' },
  unknown: { icon: 'Info', color: 'text-muted' },
};

interface FitTextProps {
  subject: FitSubject;
  vehicle: GarageVehicle;
}

/** Loads with a vehicle in the garage. Shows nothing until the server has answered. */
export default function FitText({ subject, vehicle }: FitTextProps) {
  const answer = useFit(subject, vehicle);
  if (!answer) return null;
  const { icon, color } = looks[answer.fit];
  return (
    <>
      <Icon name={icon} className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <span className="fit-words">
        <strong className="block font-semibold">
          {fitLabel(answer.fit, vehicle)}
          <span className="sr-only">:</span>
        </strong>{' '}
        <span className="text-muted">{reasonBeside(subject, answer)}</span>
      </span>
    </>
  );
}

/** Leaves out the part's own vehicle, which stands beside each note. */
function reasonBeside({ vehicle }: FitSubject, { reason }: FitAnswer): string {
  const own = typeof vehicle === 'string' ? vehicle : vehicleName(vehicle);
  return reason === `Listed for ${own}` ? 'Not listed for your car' : reason;
}
