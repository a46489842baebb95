import { useState } from 'react';
import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import {
  describeVehicleFacts,
  factChoices,
  parseAxleRatio,
  type VehicleFacts,
} from '#core/vehicles/vehicle-facts.ts';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';

interface VehicleFactsFormProps {
  vehicle: GarageVehicle;
  onChange: (facts: VehicleFacts) => void;
}

/** Asks for facts that a VIN does not tell. Changes are kept at once. */
export function VehicleFactsForm({ vehicle, onChange }: VehicleFactsFormProps) {
  const [error, setError] = useState<string>();
  const said = describeVehicleFacts(vehicle);
  const choice = (name: keyof typeof factChoices, label: string) => (
    <Select
      label={label}
      value={vehicle[name] ?? ''}
      onChange={({ target }) => onChange({ ...vehicle, [name]: target.value })}
      autoComplete="off"
    >
      <option value="">Not sure</option>
      {factChoices[name].map((each) => (
        <option key={each}>{each}</option>
      ))}
    </Select>
  );

  function onRatio(text: string) {
    const axleRatio = parseAxleRatio(text);
    const isInvalid = text.trim() !== '' && axleRatio === undefined;
    setError(isInvalid ? 'A ratio such as 3.73' : undefined);
    if (!isInvalid) onChange({ ...vehicle, axleRatio: axleRatio ?? '' });
  }

  return (
    <details className="w-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm">
        <span className="text-link underline">{said || 'Add transmission, drive and axle ratio'}</span>
        <span className="sr-only"> of {vehicleName(vehicle)}</span>
      </summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-3">
        {choice('transmission', 'Transmission')}
        {choice('drive', 'Drive')}
        <TextField
          label="Axle ratio"
          inputMode="decimal"
          maxLength={8}
          placeholder="3.73"
          defaultValue={vehicle.axleRatio ?? ''}
          error={error}
          onBlur={({ target }) => onRatio(target.value)}
          autoComplete="off"
        />
      </div>
      <p className="mt-2 text-sm text-muted">
        The VIN doesn&apos;t include these. Look on the axle tag, the transmission tag or the door label.
        We&apos;ll remind you on parts that depend on them.
      </p>
    </details>
  );
}
