import type { Fitment } from '#core/catalog/fitment.ts';
import { useEffect, useId, useRef, useState } from 'react';
import {
  blankFitment,
  describeWholeFitment,
  isBlankFitment,
  MAX_FITMENTS,
  toTypedFitment,
  type TypedFitment,
} from '#core/catalog/fitment-list.ts';
import { Button } from '#kit/button.tsx';
import { FieldError } from '#kit/field.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { FitmentEditor } from './fitment-editor.tsx';
import { FitmentLines } from './fitment-lines.tsx';

interface FitmentsFieldProps {
  /** List when the form was opened, as writeFitments writes it. */
  stored: string | undefined;
  makes: string[];
  /** Keys are 'fitments', and 'fitments.' with the index of a row. */
  errors: Readonly<Record<string, string | undefined>>;
  onChange: () => void;
}

type Mode = { kind: 'list' } | { kind: 'lines' } | { kind: 'row'; index: number; typed: TypedFitment };

/** Edits the vehicles that a part is listed for besides its own. */
export function FitmentsField({ stored, makes, errors, onChange }: FitmentsFieldProps) {
  const [rows, setRows] = useState(() => JSON.parse(stored ?? '[]') as Fitment[]);
  const [mode, setMode] = useState<Mode>({ kind: 'list' });
  const [said, setSaid] = useState('');
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const isListed = mode.kind === 'list';
  const wasListed = useRef(true);
  useEffect(() => {
    if (isListed && !wasListed.current) addButton.current?.focus();
    wasListed.current = isListed;
  }, [isListed]);

  function change(next: Fitment[], text: string) {
    setRows(next);
    setSaid(text);
    setMode({ kind: 'list' });
    onChange();
  }

  function finish(index: number, fitment: Fitment) {
    change(
      rows.toSpliced(index, 1, fitment),
      `${index < rows.length ? 'Changed' : 'Added'}: ${describeWholeFitment(fitment)}`,
    );
  }

  function remove(index: number) {
    const row = rows[index];
    if (!row) return;
    change(rows.toSpliced(index, 1), `Removed: ${describeWholeFitment(row)}`);
    addButton.current?.focus();
  }

  const editor = mode.kind === 'row' && (
    <FitmentEditor
      key={mode.index}
      typed={mode.typed}
      isNew={mode.index === rows.length}
      makes={makes}
      error={errors[`fitments.${mode.index}`]}
      onType={(typed) => setMode({ ...mode, typed })}
      onDone={(fitment) => finish(mode.index, fitment)}
      onCancel={() => setMode({ kind: 'list' })}
    />
  );
  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0 sm:col-span-2">
      <legend className="mb-1 text-sm font-semibold">Also Fits</legend>
      <p id={`${id}-hint`} className="text-sm text-muted">
        Other vehicles it fits, besides its own.
      </p>
      <input type="hidden" name="fitments" value={JSON.stringify(withTyped(rows, mode))} />
      <FieldError>{errors.fitments}</FieldError>
      {rows.length > 0 && (
        <ul className="mt-2 rounded-md border border-line">
          {rows.map((row, index) => (
            <li key={JSON.stringify(row)} className="border-b border-line px-3 py-1 last:border-b-0">
              {mode.kind === 'row' && mode.index === index ? (
                editor
              ) : (
                <>
                  <div className="flex flex-wrap items-center gap-x-2">
                    <span className="mr-auto min-w-0 py-1 wrap-anywhere">{describeWholeFitment(row)}</span>
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={`Change ${describeWholeFitment(row)}`}
                      onClick={() => setMode({ kind: 'row', index, typed: toTypedFitment(row) })}
                    >
                      Change
                    </Button>
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={`Remove ${describeWholeFitment(row)}`}
                      onClick={() => remove(index)}
                    >
                      Remove
                    </Button>
                  </div>
                  <FieldError>{errors[`fitments.${index}`]}</FieldError>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {mode.kind === 'row' && mode.index === rows.length && (
        <div className="mt-2 rounded-md border border-line p-3">{editor}</div>
      )}
      {mode.kind === 'lines' && (
        <FitmentLines
          makes={makes}
          room={MAX_FITMENTS - rows.length}
          onAdd={(added) =>
            change([...rows, ...withoutListed(added, rows)], `Added ${added.length} vehicles`)
          }
          onCancel={() => setMode({ kind: 'list' })}
        />
      )}
      {isListed && rows.length < MAX_FITMENTS && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            ref={addButton}
            size="small"
            onClick={() => setMode({ kind: 'row', index: rows.length, typed: blankFitment })}
          >
            <Icon name="Plus" /> Add vehicle
          </Button>
          <Button size="small" onClick={() => setMode({ kind: 'lines' })}>
            Paste a list
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  );
}

/** Returns what is saved now, including the row that is being typed. */
function withTyped(rows: Fitment[], mode: Mode): (Fitment | TypedFitment)[] {
  if (mode.kind !== 'row' || isBlankFitment(mode.typed)) return rows;
  return [...rows.slice(0, mode.index), mode.typed, ...rows.slice(mode.index + 1)];
}

function withoutListed(added: Fitment[], rows: Fitment[]): Fitment[] {
  const listed = new Set(rows.map(describeWholeFitment));
  return added.filter((row) => listed.size < listed.add(describeWholeFitment(row)).size);
}
