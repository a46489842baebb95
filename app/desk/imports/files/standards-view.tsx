import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { formatLines } from '#core/imports/files/describe-change.ts';
import type { PartImport } from '#core/imports/files/list-part-changes.server.ts';
import { describeReference } from '#core/imports/standards/references.ts';
import type { listUnnamed } from '#core/imports/standards/name-references.server.ts';
import { importFailures } from './import-failures.ts';

const format = (count: number) => count.toLocaleString('en-US');

export type Unnamed = ReturnType<typeof listUnnamed>;

/** Says what a PIES or ACES file has that the shop can't keep. */
export function Findings({ row: { standard: facts, state } }: { row: PartImport }) {
  const { format: standard, leftOut = {}, partsWithout = 0 } = facts;
  const entries = Object.entries(leftOut);
  return (
    <>
      {state === 'checked' && partsWithout > 0 && (
        <Alert
          tone="warning"
          title={`${format(partsWithout)} ${partsWithout === 1 ? 'part' : 'parts'} of the file would get no vehicle`}
          className="mb-4"
        >
          All of their lines are rejected.
        </Alert>
      )}
      {standard !== undefined && entries.length > 0 && (
        <details className="mb-5 max-w-3xl">
          <summary className="cursor-pointer py-1">
            {entries.length === 1 ? '1 kind' : `${format(entries.length)} kinds`} of data in this {standard}{' '}
            file {entries.length === 1 ? 'is' : 'are'} not imported
          </summary>
          <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 text-sm">
            {entries.map(([what, count]) => (
              <div key={what} className="contents">
                <dt>{what}</dt>
                <dd className="text-right tabular-nums">{format(count)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

/** Asks for the names of ids that the lines of a checked file have. */
export function UnnamedForm({ unnamed: { rows, total } }: { unnamed: Unnamed }) {
  const { busy, errors, problem, send } = useAction({ failure: importFailures.name, hasAlert: true });
  return (
    <section aria-labelledby="unnamed" className="my-6">
      <h2 id="unnamed" className="mb-2">
        Ids without a name
      </h2>
      <p className="mb-4 max-w-prose text-muted">
        The file names these by ids of the Auto Care Association. Upload{' '}
        <TextLink to="/admin/import/databases">its databases</TextLink> if you have them, or enter names. The
        shop remembers them for later files.
        {total > rows.length && ` The ${rows.length} that most lines have are shown, of ${format(total)}.`}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget), document.activeElement ?? undefined);
        }}
      >
        <input type="hidden" name="intent" value="name" />
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {rows.map(({ key, kind, code, lines }) => (
            <li key={key} className="min-w-0">
              <TextField
                label={describeReference({ kind, code })}
                name={`name-${key}`}
                maxLength={300}
                autoComplete="off"
                placeholder={kind === 'BaseVehicle' ? '2008 Honda Civic' : undefined}
                hint={`In ${formatLines(lines)}`}
                error={errors[`name-${key}`]}
              />
            </li>
          ))}
        </ul>
        {problem && <Alert tone="danger" title={problem} announce className="mt-4" />}
        <Button type="submit" busy={busy} className="mt-4">
          Save names and check again
        </Button>
      </form>
    </section>
  );
}
