import { Fragment, useRef, useState } from 'react';
import type { FieldRules } from '#core/catalog/part-field.ts';
import type { FieldValue } from '#core/values/merge-fields.ts';
import { findScannedVin } from '#core/vehicles/scanned-vin.ts';
import {
  fieldOf,
  sellerColumns,
  sellerFields,
  type VehicleColumn,
  vehicleColumns,
  vehicleGroups,
  type VehicleGroup,
  type VehicleHold,
  vehicleHolds,
} from '#core/yard/vehicle-fields.ts';
import { ScanButton } from '#core/yard/ui/scan-button.tsx';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Select } from '#kit/select.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { LookedUp } from '../look-up-vin.server.ts';
import { vehicleFailures } from '../vehicle-failures.ts';

type Values = Partial<Record<VehicleColumn, FieldValue>>;

interface VehicleFormProps {
  values: Values;
  holds: readonly VehicleHold[];
  /** Undefined for a new car. */
  version?: string;
  /** Null for people who may not see purchases. */
  seller: Partial<Record<string, string | null>> | null;
}

/** The form of a car. Looking up the VIN fills what is empty. */
export function VehicleForm({ values, holds, version, seller }: VehicleFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<{ values: Values; round: number }>({ values, round: 0 });
  const [doubt, setDoubt] = useState<string | null>(null);
  const saving = useAction({ failure: vehicleFailures.save, hasAlert: true });
  const looking = useAction<LookedUp>({
    failure: vehicleFailures['look-up'],
    hasAlert: true,
    onDone({ facts, doubt: mistyped = null }) {
      setDoubt(mistyped ?? (facts ? null : 'The VIN does not tell the car. Please enter make and model'));
      const sent = form.current && readTyped(form.current);
      const known = Object.entries(facts ?? {}).filter(([, value]) => value !== null);
      const empty = known.filter(([column]) => !sent?.[column as VehicleColumn]);
      setFound(({ round }) => ({ values: { ...sent, ...Object.fromEntries(empty) }, round: round + 1 }));
    },
  });
  const errors = { ...saving.errors, ...looking.errors };
  const vinTools = (
    <div className="flex flex-wrap gap-2 self-start sm:mt-7">
      <ScanButton
        what="VIN"
        read={findScannedVin}
        field={() => form.current?.querySelector<HTMLInputElement>('input[name=vin]')}
      />
      <Button
        busy={looking.busy}
        onClick={(event) =>
          looking.send(
            { intent: 'look-up', vin: String(form.current && new FormData(form.current).get('vin')) },
            event.currentTarget,
          )
        }
      >
        Look up the VIN
      </Button>
    </div>
  );
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saving.send(new FormData(event.currentTarget), document.activeElement ?? undefined);
      }}
    >
      <input type="hidden" name="intent" value="save" />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      {(saving.problem ?? looking.problem) && (
        <Alert tone="danger" title={saving.problem ?? looking.problem} announce className="mb-4" />
      )}
      {doubt && <Alert tone="warning" title={doubt} announce className="mb-4" />}
      {(Object.keys(vehicleGroups) as VehicleGroup[]).map((group) => (
        <fieldset key={group} className="car-facts mb-5 border-t border-line pt-3">
          <legend className="mb-2 font-heading text-lg font-semibold">{vehicleGroups[group]}</legend>
          <div key={found.round} className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
            {vehicleColumns
              .filter((column) => fieldOf(column).group === group)
              .map((column) => (
                <Fragment key={column}>
                  <VehicleInput
                    name={column}
                    rules={fieldOf(column)}
                    hint={fieldOf(column).hint}
                    value={found.values[column] ?? null}
                    error={errors[column]}
                  />
                  {column === 'vin' && vinTools}
                </Fragment>
              ))}
            {group === 'bought' &&
              seller &&
              sellerColumns.map((column) => (
                <VehicleInput
                  key={column}
                  name={column}
                  rules={sellerFields[column]}
                  hint={undefined}
                  value={seller[column] ?? null}
                  error={errors[column]}
                />
              ))}
          </div>
          {group === 'title' && (
            <div className="mt-2 flex flex-wrap gap-x-6">
              {Object.entries(vehicleHolds).map(([hold, name]) => (
                <Checkbox
                  key={hold}
                  name={`hold-${hold}`}
                  label={`${name} hold`}
                  defaultChecked={holds.includes(hold as VehicleHold)}
                />
              ))}
            </div>
          )}
        </fieldset>
      ))}
      <Button type="submit" variant={version === undefined ? 'primary' : 'secondary'} busy={saving.busy}>
        {version === undefined ? 'Take in the car' : 'Save'}
      </Button>
    </form>
  );
}

function readTyped(form: HTMLFormElement): Values {
  const sent = new FormData(form);
  return Object.fromEntries(vehicleColumns.map((column) => [column, String(sent.get(column) ?? '')]));
}

interface VehicleInputProps {
  name: string;
  rules: FieldRules;
  hint: string | undefined;
  value: FieldValue;
  error: string | undefined;
}

function VehicleInput({ name, rules, hint, value, error }: VehicleInputProps) {
  const shared = { name, label: rules.label, hint, error };
  const text = String(value ?? '');
  switch (rules.kind) {
    case 'flag':
      return (
        <Checkbox
          name={name}
          value="true"
          label={rules.label}
          defaultChecked={text === 'true'}
          className="self-end"
        />
      );
    case 'choice':
      return (
        <Select {...shared} defaultValue={text}>
          {name !== 'disposition' && <option value="">{rules.none}</option>}
          {Object.entries(rules.choices).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      );
    case 'text':
      return (
        <TextArea
          {...shared}
          rows={2}
          maxLength={rules.maxLength}
          defaultValue={text}
          className="sm:col-span-2"
        />
      );
    case 'date':
      return <TextField {...shared} type="date" defaultValue={text} />;
    case 'whole':
      return <TextField {...shared} inputMode="numeric" autoComplete="off" defaultValue={text} />;
    default:
      return (
        <TextField
          {...shared}
          autoComplete="off"
          spellCheck={false}
          maxLength={'maxLength' in rules ? rules.maxLength : 40}
          defaultValue={text}
        />
      );
  }
}
