import { useState } from 'react';
import { ChangeProgress, HiddenLink, Origin } from '#core/imports/ui/change-list.tsx';
import { useReload } from '#core/live/ui/use-reload.ts';
import { Alert } from '#kit/alert.tsx';
import { Badge } from '#kit/badge.tsx';
import { classNames } from '#kit/class-names.ts';
import { Link } from '#kit/link.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { ReopenButton } from '#core/part-changes/ui/trash-lists.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import {
  canUndo,
  describeChange,
  describeState,
  formatCount,
  formatLines,
  hasHidden,
  isAtWork,
  stateTone,
} from '#core/imports/files/describe-change.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import { WorkStatus } from '#kit/work-status.tsx';
import { FindingsOfCheck } from './findings-of-check.tsx';
import { importFailures } from './import-failures.ts';
import { ImportLines } from './import-lines.tsx';
import type { ImportLine, ShownOutcome } from './list-lines.server.ts';
import type { PartImport } from '#core/imports/files/list-part-changes.server.ts';
import type { MappingChoices } from '#core/imports/files/mapping-choices.server.ts';
import { MappingForm } from './mapping-form.tsx';
import { StructureForm } from './structure-form.tsx';
import { UnreadNote } from './unread-note.tsx';
import { Findings, type Unnamed, UnnamedForm } from './standards-view.tsx';
import type { ImportPictures } from './list-pictures.server.ts';
import { PicturesOfImport } from './pictures-view.tsx';

interface ImportViewProps {
  part: PartImport;
  choices: MappingChoices | null;
  pictures: ImportPictures | null;
  lines: { rows: ImportLine[]; next: number | null } | null;
  unnamed: Unnamed | null;
  show: ShownOutcome | null;
  asOf: number;
}

const backOf = {
  file: { to: '/admin/import', label: 'All imports' },
  bulk: { to: '/admin/bulk-changes', label: 'Bulk changes' },
};

export function ImportView({ part: row, choices, pictures, lines, unnamed, show, asOf }: ImportViewProps) {
  useReload('admin:parts', asOf);
  const checking = useAction({ failure: importFailures.check, hasAlert: true });
  const importing = useAction({ failure: importFailures.apply });
  const stopping = useAction({ failure: importFailures.stop });
  const undoing = useAction({ failure: importFailures.undo });
  const discarding = useAction({ failure: importFailures.discard });
  const { id, kind, state, title, error } = row;
  return (
    <>
      <ScreenHead title={title} back={backOf[kind]} />
      <p className="-mt-2 mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone={stateTone(row)}>{describeState(row)}</Badge>
        <span className="wrap-anywhere">
          <Origin {...row} />
        </span>
      </p>
      <WorkStatus>
        {isAtWork(row) ? describeState(row) : `${describeState(row)}: ${describeChange(row)}`}
      </WorkStatus>
      {error && <Alert tone={state === 'failed' ? 'danger' : 'warning'} title={error} className="mb-5" />}
      {isAtWork(row) && <Work action={stopping} row={row} />}
      {(state === 'failed' || state === 'uploading' || state === 'discarded') && (
        <p className="mb-4">{describeChange({ ...row, error: null })}</p>
      )}
      {choices?.look && choices.look.lines.length > 0 && (
        <StructureForm
          key={JSON.stringify(choices.look.structure)}
          look={choices.look}
          isDoubtful={choices.columns.filter(({ field }) => field !== null).length < 2}
        />
      )}
      {state === 'mapping' && <Findings row={row} />}
      {state === 'mapping' && choices && <MappingForm form={checking} choices={choices} />}
      {lines && (
        <>
          <Outcomes row={row} show={show} />
          <FindingsOfCheck row={row} action={importing} />
          <Findings row={row} />
          {row.keys && <Keys row={row} keys={row.keys} />}
          {row.unread && <UnreadNote unread={row.unread} />}
          {state === 'checked' && unnamed && <UnnamedForm unnamed={unnamed} />}
          {state === 'checked' && <Apply action={importing} row={row} />}
        </>
      )}
      {pictures && <PicturesOfImport row={row} pictures={pictures} />}
      <div className="my-4 flex flex-wrap gap-3">
        {kind === 'file' && (state === 'undone' || state === 'discarded') && (
          <ReopenButton {...{ id, state, fileName: title }} />
        )}
        {state === 'checked' && (
          <ActionButton action={importing} fields={{ intent: 'map' }}>
            Choose the columns again
          </ActionButton>
        )}
        {(canUndo(row) || (state === 'ended' && (pictures?.done ?? 0) > 0)) && (
          <ActionButton action={undoing} fields={{ intent: 'undo' }}>
            {kind === 'bulk' ? 'Undo the change' : 'Undo the import'}
          </ActionButton>
        )}
        {['uploading', 'reading', 'mapping', 'checking', 'checked', 'failed'].includes(state) && (
          <ActionButton action={discarding} fields={{ intent: 'discard' }}>
            Discard the file
          </ActionButton>
        )}
        {hasHidden(row) && <HiddenLink id={id} />}
      </div>
      {lines && <ImportLines {...{ id, kind, lines, show }} />}
    </>
  );
}

interface StepProps extends Pick<ActionButtonProps, 'action'> {
  row: PartImport;
}

function Work({ action, row }: StepProps) {
  return (
    <div className="mb-5 max-w-xl">
      <ChangeProgress row={row} />
      {row.state === 'applying' && (
        <ActionButton action={action} fields={{ intent: 'stop' }} className="mt-3">
          Stop
        </ActionButton>
      )}
    </div>
  );
}

/** Shows the counts as links that filter the lines. */
function Outcomes({ row, show }: { row: PartImport; show: ShownOutcome | null }) {
  const { id, kind, added, changed, unchanged, refused, skipped, lines, state } = row;
  const isUndone = state === 'undone';
  const counts: [ShownOutcome | null, string, number][] = [
    [null, kind === 'bulk' ? 'All parts' : 'All lines', lines],
    ...(isUndone
      ? ([
          ['undone', 'Undone', row.undone],
          ['kept', 'Not undone', added + changed - row.undone],
        ] as [ShownOutcome, string, number][])
      : ([...(kind === 'bulk' ? [] : [['added', 'Added', added]]), ['changed', 'Changed', changed]] as [
          ShownOutcome,
          string,
          number,
        ][])),
    ...(kind === 'bulk'
      ? ([['refused', 'Not changed', refused]] as [ShownOutcome, string, number][])
      : ([
          ['unchanged', 'Unchanged', unchanged],
          ['refused', 'Rejected', refused],
        ] as [ShownOutcome, string, number][])),
    ...(row.conflicts > 0
      ? ([['conflicts', 'Conflicts', row.conflicts]] as [ShownOutcome, string, number][])
      : []),
    ...(skipped > 0 ? ([['skipped', 'Not parts', skipped]] as [ShownOutcome, string, number][]) : []),
  ];
  const hasFile = kind === 'file' && (refused > 0 || isUndone);
  return (
    <nav aria-label="Lines by result" className="mb-4">
      <ul
        className={classNames(
          'grid grid-cols-2 gap-3 sm:grid-cols-3',
          skipped > 0 ? 'lg:grid-cols-6' : 'lg:grid-cols-5',
        )}
      >
        {counts.map(([outcome, label, count]) => (
          <li key={label}>
            <Link
              to={`/admin/import/${id}${outcome ? `?show=${outcome}` : ''}`}
              preventScrollReset
              aria-current={outcome === show ? 'true' : undefined}
              className={classNames('card block p-4 hover:bg-hover', outcome === show && 'ring-2 ring-focus')}
            >
              <span className="block text-sm text-muted">{label}</span>
              <span className="mt-1 block font-heading text-2xl tabular-nums">
                {count.toLocaleString('en-US')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {state === 'ended' && row.done < lines && (
        <p className="mt-3 tabular-nums">{formatCount(kind, lines - row.done)} not begun</p>
      )}
      {hasFile && (
        <p className="mt-3 text-sm">
          <a href={`/admin/part-import/${id}/refused.csv`} download className="link">
            Download the {isUndone ? 'lines that stayed' : 'rejected lines'} as CSV
          </a>
        </p>
      )}
    </nav>
  );
}

function Keys({ row, keys }: { row: PartImport; keys: NonNullable<PartImport['keys']> }) {
  const format = (count: number) => count.toLocaleString('en-US');
  return (
    <p className="mb-4 max-w-prose text-sm text-muted">
      {format(row.changed + row.unchanged)} found in the catalog, {format(row.added)} new,{' '}
      {format(keys.doubled)} repeat an earlier line. {keys.text}
    </p>
  );
}

function Apply({ action, row: { added, changed, refused, zipState } }: StepProps) {
  const [mode, setMode] = useState<'all' | 'good'>(refused > 0 ? 'good' : 'all');
  const count = added + changed;
  if (count === 0 && zipState !== 'ready') {
    return <Alert tone="info" title="No line of this file changes anything" className="mb-4" />;
  }
  return (
    <div className="max-w-xl">
      <RadioGroup label="What to import">
        <Radio
          name="mode"
          label="All or nothing"
          hint={
            refused > 0
              ? `Not possible: ${formatLines(refused)} would be rejected`
              : "If a line can't be imported, all lines are undone"
          }
          checked={mode === 'all'}
          disabled={refused > 0}
          onChange={() => setMode('all')}
        />
        <Radio
          name="mode"
          label="Only the good lines"
          hint="Lines that can't be imported are listed with the reason"
          checked={mode === 'good'}
          onChange={() => setMode('good')}
        />
      </RadioGroup>
      <ActionButton action={action} fields={{ intent: 'apply', mode }} variant="primary" className="mt-4">
        {count > 0 ? `Import ${formatLines(count)}` : 'Add the pictures'}
      </ActionButton>
    </div>
  );
}
