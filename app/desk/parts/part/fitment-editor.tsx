import type { Fitment } from '#core/catalog/fitment.ts';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { type FitmentErrors, readFitment, type TypedFitment } from '#core/catalog/fitment-list.ts';
import { Button } from '#kit/button.tsx';
import { FieldError } from '#kit/field.tsx';
import { TextField } from '#kit/text-field.tsx';
import { useModels } from '#core/catalog/ui/use-models.ts';

interface FitmentEditorProps {
  typed: TypedFitment;
  isNew: boolean;
  makes: string[];
  /** Error from the server. */
  error: string | undefined;
  onType: (typed: TypedFitment) => void;
  onDone: (fitment: Fitment) => void;
  onCancel: () => void;
}

/** Shows the fields of one vehicle. Enter takes it over, and does not send the form around it. */
export function FitmentEditor({ typed, isNew, makes, error, onType, onDone, onCancel }: FitmentEditorProps) {
  const [errors, setErrors] = useState<FitmentErrors>({});
  const [models, loadModels] = useModels({ makes, models: [] });
  const lists = useId();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector('input')?.focus(), []);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- The models of the make that the row has.
  useEffect(() => loadModels(typed.make), []);

  function finish() {
    const read = readFitment(typed);
    if ('fitment' in read) return onDone(read.fitment);
    setErrors(read.errors);
    const [first] = Object.keys(read.errors);
    container.current?.querySelector<HTMLInputElement>(`[data-field="${first}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    finish();
  }

  const field = (name: keyof TypedFitment, label: string) => ({
    label,
    autoComplete: 'off',
    'data-field': name,
    value: typed[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onType({ ...typed, [name]: event.target.value }),
  });
  return (
    <div ref={container} onKeyDown={onKeyDown} className="grid grid-cols-2 gap-3 py-2 sm:grid-cols-4">
      <TextField
        {...field('make', 'Make')}
        list={`${lists}-makes`}
        onBlur={(event) => loadModels(event.target.value)}
      />
      <TextField {...field('model', 'Model')} list={`${lists}-models`} />
      <TextField {...field('fromYear', 'From year')} inputMode="numeric" />
      <TextField {...field('toYear', 'To year')} inputMode="numeric" />
      <TextField {...field('engine', 'Engine')} placeholder="All" />
      <TextField {...field('trim', 'Trim')} placeholder="All" />
      <TextField {...field('position', 'Position')} placeholder="Front left" />
      <TextField {...field('note', 'Note')} />
      <div className="col-span-full flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={finish}>
          {isNew ? 'Add to the list' : 'Change'}
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
        <FieldError>{error}</FieldError>
      </div>
      <Options id={`${lists}-makes`} names={makes} />
      <Options id={`${lists}-models`} names={models} />
    </div>
  );
}

function Options({ id, names }: { id: string; names: string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  );
}
