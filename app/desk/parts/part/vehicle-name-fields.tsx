import { useEffect, useId, useState } from 'react';
import { findLikelyDouble } from '../likely-double.ts';
import { type PartColumns, partFields } from '#core/catalog/part-fields.ts';
import { Button } from '#kit/button.tsx';
import { TextField } from '#kit/text-field.tsx';
import { useModels } from '#core/catalog/ui/use-models.ts';

interface VehicleNameFieldsProps {
  part: PartColumns | null;
  makes: string[];
  errors: Readonly<Record<string, string | undefined>>;
}

/** Offers the catalog's makes and models, and points at the name that a typed one likely misspells. */
export function VehicleNameFields({ part, makes, errors }: VehicleNameFieldsProps) {
  const [make, setMake] = useState(part?.vehicle_make ?? '');
  const [model, setModel] = useState(part?.vehicle_model ?? '');
  const [models, loadModels] = useModels({ makes, models: [] });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- The models of the make that the part has.
  useEffect(() => loadModels(make), []);
  return (
    <>
      <NameField
        column="vehicle_make"
        value={make}
        known={makes}
        allowsTypo
        error={errors['vehicle_make']}
        onType={setMake}
        onLeave={loadModels}
      />
      <NameField
        column="vehicle_model"
        value={model}
        known={models}
        allowsTypo={false}
        error={errors['vehicle_model']}
        onType={setModel}
      />
    </>
  );
}

interface NameFieldProps {
  column: 'vehicle_make' | 'vehicle_model';
  value: string;
  known: readonly string[];
  allowsTypo: boolean;
  error: string | undefined;
  onType: (value: string) => void;
  onLeave?: (value: string) => void;
}

function NameField({ column, value, known, allowsTypo, error, onType, onLeave }: NameFieldProps) {
  const list = useId();
  const [isTyping, setIsTyping] = useState(false);
  const like = isTyping ? undefined : findLikelyDouble(value, known, { allowsTypo });
  return (
    <div>
      <TextField
        name={column}
        label={partFields[column].label}
        autoComplete="off"
        list={list}
        value={value}
        error={error}
        onChange={(event) => {
          setIsTyping(true);
          onType(event.target.value);
        }}
        onBlur={(event) => {
          setIsTyping(false);
          onLeave?.(event.target.value);
        }}
      />
      <datalist id={list}>
        {known.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <div role="status">
        {like !== undefined && (
          <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-sm">
            The catalog has {like}.
            <Button
              size="small"
              onClick={() => {
                onType(like);
                onLeave?.(like);
              }}
            >
              Use {like}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}
