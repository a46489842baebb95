import { useId } from 'react';
import { useActiveVehicle } from '#core/fitment/active-vehicle.ts';
import type { ExactVehicle } from '#core/fitment/fit-levels.ts';
import { rememberOnlyFits } from '#core/fitment/own-car.ts';
import { ToggleButton } from '#kit/toggle-button.tsx';
import { HiddenFields } from './hidden-fields.tsx';

interface FitSwitchProps {
  /** The vehicle of the list. Without one, the shopper's own decides, which the server does not know. */
  vehicle: Pick<ExactVehicle, 'year' | 'model'> | undefined;
  isOn: boolean;
  /** The form that turns it on or off without JavaScript. */
  form: { action: string; fields: [string, string][] };
  onChange: (isOn: boolean) => void;
}

/** Limits a list to the parts that fit a vehicle. The browser remembers the choice for later searches. */
export function FitSwitch({ vehicle, isOn, form, onChange }: FitSwitchProps) {
  const id = useId();
  const active = useActiveVehicle();
  const shown = vehicle ?? active;
  return (
    <div className={vehicle ? 'min-h-11 max-sm:flex-[1_1_9rem]' : 'of-garage min-h-11'}>
      {shown && (
        <ToggleButton
          pressed={isOn}
          form={id}
          onClick={(event) => {
            event.preventDefault();
            rememberOnlyFits(!isOn);
            onChange(!isOn);
          }}
        >
          Only parts that fit my {shown.year} {shown.model}
        </ToggleButton>
      )}
      <form id={id} action={form.action} hidden>
        <HiddenFields fields={form.fields} />
      </form>
    </div>
  );
}
