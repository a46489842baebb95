import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Select } from '#kit/select.tsx';
import type { useAction } from '#kit/form/use-action.ts';
import type { MappingChoices } from '#core/imports/files/list-part-imports.server.ts';

import { NumberFields } from './number-fields.tsx';

interface MappingFormProps {
  form: Pick<ReturnType<typeof useAction>, 'busy' | 'problem' | 'send'>;
  choices: MappingChoices;
}

export function MappingForm({ form: { busy, problem, send }, choices }: MappingFormProps) {
  const { columns, conditions } = choices;
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
      <p className="mb-4 max-w-prose text-muted">
        {choices.isRemembered
          ? 'These are the choices from this supplier’s last file.'
          : `${known} of ${columns.length} columns were recognized by their names.`}{' '}
        A part is found by its id or stock number. A new part without them is found by its OEM number and
        vehicle, if exactly one part has both. A line that finds no part adds one. With the columns Fits, each
        line adds a vehicle to a part that the shop has, and nothing else.
      </p>
      <Columns columns={columns.filter(isShown)} choices={choices.choices} />
      {empty.length > 0 && (
        <details className="mt-3">
          <summary className="cursor-pointer py-2 text-sm text-muted">
            {empty.length} empty {empty.length === 1 ? 'column' : 'columns'}
          </summary>
          <Columns columns={empty} choices={choices.choices} />
        </details>
      )}
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
          {conditions.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </div>
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

function Columns({ columns, choices }: { columns: Column[]; choices: MappingChoices['choices'] }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {columns.map(({ place, name, field, samples }) => (
        <li key={place} className="min-w-0 rounded-md border border-line bg-surface p-3">
          <Select
            label={<span className="wrap-anywhere">{name}</span>}
            name={`field-${place}`}
            defaultValue={field ?? ''}
            hint={
              <span className="wrap-anywhere">
                {samples.length > 0 ? samples.join(' · ') : 'Empty in the first lines'}
              </span>
            }
          >
            <option value="">Ignore</option>
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </li>
      ))}
    </ul>
  );
}
