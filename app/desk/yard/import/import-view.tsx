import { type SubmitEvent, useState } from 'react';
import type { VehicleImport } from '#core/yard/import-vehicles.server.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Field } from '#kit/field.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { ScreenHead } from '#kit/screen-head.tsx';

export const IMPORT_FAILURE = 'Error importing cars';

/** Problems that are shown. */
const SHOWN = 100;

/** Checks a file of cars, and imports it when it is right. */
export function ImportVehiclesView() {
  const [file, setFile] = useState<File>();
  const [checked, setChecked] = useState<File>();
  const { busy, result, problem, send } = useAction<VehicleImport & { leftOut?: string[] }>({
    failure: IMPORT_FAILURE,
    hasAlert: true,
    showsDone: true,
    onSettled: () => setChecked(file),
  });
  const isCurrent = result !== undefined && checked === file;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    send(new FormData(event.currentTarget, event.nativeEvent.submitter));
  }

  return (
    <>
      <ScreenHead title="Import cars" back={{ to: VEHICLES_PATH, label: 'All cars' }} />
      <p className="mb-4 max-w-prose text-muted">
        Takes the file of &quot;Export CSV&quot; back, with all of its columns or some. The stock number tells
        the car: new ones are added, known ones get what the file says. An empty cell empties the field.
        Nothing is stored if a line is wrong.
      </p>
      <form className="grid max-w-xl gap-4" onSubmit={submit}>
        <Field label="CSV file" hint="At most 5 MB and 5,000 cars. The first line names the columns.">
          {(control) => (
            <input
              {...control}
              type="file"
              name="file"
              accept=".csv,text/csv"
              required
              className="control"
              onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
            />
          )}
        </Field>
        {isCurrent && (
          <Alert tone={result.done ? 'success' : 'danger'} title={problem ?? result.message} announce>
            {result.done && (result.leftOut ?? []).length > 0 && (
              <p className="wrap-anywhere">Columns that are not imported: {result.leftOut?.join(', ')}</p>
            )}
            {result.problems && <Problems problems={result.problems} />}
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          {isCurrent && result.done ? (
            <Button type="submit" name="intent" value="import" variant="primary" busy={busy}>
              Import
            </Button>
          ) : (
            <Button type="submit" name="intent" value="check" variant="primary" busy={busy}>
              Check the file
            </Button>
          )}
        </div>
      </form>
    </>
  );
}

function Problems({ problems }: { problems: NonNullable<VehicleImport['problems']> }) {
  const more = problems.length - SHOWN;
  return (
    <ul className="mt-2 list-disc pl-5">
      {problems.slice(0, SHOWN).map(({ line, message }) => (
        <li key={`${line} ${message}`} className="wrap-anywhere">
          Line {line.toLocaleString('en-US')}: {message}
        </li>
      ))}
      {more > 0 && <li>And {more.toLocaleString('en-US')} more.</li>}
    </ul>
  );
}
