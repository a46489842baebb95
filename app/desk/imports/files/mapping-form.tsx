import { useState } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Select } from '#kit/select.tsx';
import type { useAction } from '#kit/form/use-action.ts';
import { type FieldChoices, isKnownWord } from '#core/imports/cells/choice-words.ts';
import type { MappingChoices } from '#core/imports/files/mapping-choices.server.ts';
import { addsFitments } from '#core/imports/standards/line-columns.ts';
import { describeKey } from '#core/imports/files/describe-key.ts';
import { meaningInput, mileageSources, NONE, REJECT } from '#core/imports/files/mapping-options.ts';

import { NumberFields } from './number-fields.tsx';

const ADDS_VEHICLES = 'Each line adds a vehicle to a part that the shop has, and nothing else.';

interface MappingFormProps {
  form: Pick<ReturnType<typeof useAction>, 'busy' | 'problem' | 'send'>;
  choices: MappingChoices;
}

export function MappingForm({ form: { busy, problem, send }, choices }: MappingFormProps) {
  const { columns, format } = choices;
  const [fields, setFields] = useState(columns.map(({ field }) => field ?? ''));
  const known = columns.filter(({ field }) => field !== null).length;
  const isShown = ({ filled, field }: Column) => filled > 0 || field !== null;
  const empty = columns.filter((column) => !isShown(column));

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget), document.activeElement ?? undefined);
      }}
    >
      <input type="hidden" name="intent" value="check" />
      {format && (
        <Alert tone="info" title={`This looks like ${format.name}`} className="mb-4">
          <ul className="list-disc pl-5">
            {format.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </Alert>
      )}
      <p className="mb-4 max-w-prose text-muted">
        {choices.isRemembered
          ? "These are the choices from this supplier's last file."
          : `${known} of ${columns.length} columns were recognized by their names.`}{' '}
        {addsFitments(fields) ? ADDS_VEHICLES : describeKey(fields, format?.keyName ?? null)}
      </p>
      <Columns columns={columns.filter(isShown)} fields={fields} setFields={setFields} choices={choices} />
      {empty.length > 0 && (
        <details className="mt-3">
          <summary className="cursor-pointer py-2 text-sm text-muted">
            {empty.length} empty {empty.length === 1 ? 'column' : 'columns'}
          </summary>
          <Columns columns={empty} fields={fields} setFields={setFields} choices={choices} />
        </details>
      )}
      <Defaults choices={choices} />
      <NumberFields choices={choices} />
      {problem && <Alert tone="danger" title={problem} announce className="mt-5" />}
      <div className="mt-5">
        <Button type="submit" variant="primary" busy={busy}>
          Check the file
        </Button>
        <p className="mt-2 text-sm text-muted">Nothing is written to the catalog yet.</p>
      </div>
    </form>
  );
}

type Column = MappingChoices['columns'][number];

interface ColumnsProps {
  columns: readonly Column[];
  /** The chosen field of each column of the file. */
  fields: readonly string[];
  setFields: (fields: string[]) => void;
  choices: MappingChoices;
}

function Columns({ columns, fields, setFields, choices }: ColumnsProps) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {columns.map((column) => (
        <li key={column.place} className="min-w-0 rounded-md border border-line bg-surface p-3">
          <Select
            label={<span className="wrap-anywhere">{column.name}</span>}
            name={`field-${column.place}`}
            value={fields[column.place] ?? ''}
            onChange={({ target }) =>
              setFields(fields.map((field, place) => (place === column.place ? target.value : field)))
            }
            hint={
              <span className="wrap-anywhere">
                {column.samples.length > 0 ? column.samples.join(' · ') : 'Empty in the first lines'}
                {column.use && !fields[column.place] && <span className="block">{column.use}</span>}
              </span>
            }
          >
            <option value="">{column.use ? 'No field of its own' : 'Ignore'}</option>
            {choices.choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Meanings field={fields[column.place] ?? ''} words={column.words} choices={choices} />
        </li>
      ))}
    </ul>
  );
}

/** Asks what the words of a choice column mean that the shop does not know. */
function Meanings({
  field,
  words,
  choices,
}: {
  field: string;
  words: readonly string[];
  choices: MappingChoices;
}) {
  const of = choices.choiceFields[field];
  if (!of) return null;
  const unknown = words.filter((word) => !isKnownWord(field, word, of));
  return unknown.map((word) => (
    <Meaning key={word} field={field} word={word} of={of} known={choices.meanings[field]} />
  ));
}

interface MeaningProps {
  field: string;
  word: string;
  of: FieldChoices;
  known: Readonly<Record<string, string>> | undefined;
}

function Meaning({ field, word, of, known }: MeaningProps) {
  const before = known?.[word.toLowerCase()];
  const [value, setValue] = useState(before === '' ? NONE : (before ?? ''));
  return (
    <Select
      className="mt-3"
      label={<span className="wrap-anywhere">&apos;{word}&apos; means</span>}
      name={meaningInput(field, word)}
      value={value}
      onChange={({ target }) => setValue(target.value)}
      isUnset={value === ''}
      required
    >
      <option value="" disabled>
        Please choose
      </option>
      {of.choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
      <option value={NONE}>Nothing, or the default</option>
      <option value={REJECT}>Reject these lines</option>
    </Select>
  );
}

function Defaults({ choices }: { choices: MappingChoices }) {
  return (
    <div className="mt-5 grid max-w-3xl gap-4 sm:grid-cols-2">
      <Select label="If a cell is empty" name="empty" defaultValue={choices.empty}>
        <option value="keep">Leaves the value as it is</option>
        <option value="clear">Removes the value</option>
      </Select>
      <Select
        label="Default condition"
        name="condition"
        defaultValue={choices.condition ?? ''}
        hint="Choose New for a supplier of new parts: they are then also found by OEM number and vehicle"
      >
        <option value="">None</option>
        {choices.conditions.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label="Where mileages were read"
        name="mileageSource"
        defaultValue={choices.mileageSource}
        hint="For lines that do not say it. Miles from an unknown source do not count for the grade"
      >
        {Object.entries(mileageSources).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="">Reject lines with a mileage</option>
      </Select>
      <Select
        label="New parts"
        name="hidden"
        defaultValue={choices.hidden ? 'yes' : ''}
        hint="For lines that do not say it. Parts that are in the catalog stay shown or hidden"
      >
        <option value="">Are shown in the shop</option>
        <option value="yes">Are hidden until you show them</option>
      </Select>
      <Select
        label="Vehicle and OEM number"
        name="readsNames"
        defaultValue={choices.readsNames ? 'yes' : ''}
        hint="Guesses are marked in the check, and only new parts get them"
      >
        <option value="">Only from their columns</option>
        <option value="yes">If empty, guess them from the name</option>
      </Select>
    </div>
  );
}
