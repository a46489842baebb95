import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Badge } from '#kit/badge.tsx';
import { Card } from '#kit/card.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Progress } from '#kit/progress.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { WorkStatus } from '#kit/work-status.tsx';
import {
  canUndo,
  describeChange,
  describeState,
  formatCount,
  formatLines,
  hasHidden,
  isAtWork,
  stateTone,
} from '../files/describe-change.ts';
import type { PartChangeRow } from '../files/list-part-changes.server.ts';

interface ChangeListProps {
  rows: PartChangeRow[];
  heading: 'h2' | 'h3';
  /** Begin the messages when it fails. */
  failures: { undo: string; stop: string };
}

/** Lists imports or bulk changes, to a screen whose action stops and undoes them. Tells screen readers about the newest. */
export function ChangeList({ rows, heading: Heading, failures }: ChangeListProps) {
  const undoing = useAction({ failure: failures.undo });
  const stopping = useAction({ failure: failures.stop });
  return (
    <>
      <WorkStatus>
        {rows[0] && `${rows[0].title}: ${(isAtWork(rows[0]) ? describeState : describeChange)(rows[0])}`}
      </WorkStatus>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <Card key={row.id} as="li">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Heading className="text-lg wrap-anywhere">
                <TextLink to={`/admin/import/${row.id}`}>{row.title}</TextLink>
              </Heading>
              <Badge tone={stateTone(row)}>{describeState(row)}</Badge>
            </div>
            <p className="mt-1 text-sm wrap-anywhere text-muted">
              <Origin {...row} />
            </p>
            <div className="mt-2 tabular-nums">
              {isAtWork(row) ? <ChangeProgress row={row} /> : describeChange(row)}
            </div>
            <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
              {row.state === 'applying' && (
                <ActionButton
                  action={stopping}
                  fields={{ intent: 'stop', id: row.id }}
                  size="small"
                  aria-label={`Stop: ${row.title}`}
                >
                  Stop
                </ActionButton>
              )}
              {canUndo(row) && (
                <ActionButton
                  action={undoing}
                  fields={{ intent: 'undo', id: row.id }}
                  size="small"
                  aria-label={`Undo: ${row.title}`}
                >
                  Undo
                </ActionButton>
              )}
              {hasHidden(row) && <HiddenLink id={row.id} />}
            </div>
          </Card>
        ))}
      </ul>
    </>
  );
}

export function HiddenLink({ id }: { id: string }) {
  return <TextLink to={`/admin?listing=hidden&by=${id}`}>See the hidden parts</TextLink>;
}

/** Says whose file it is, and who has started it. */
export function Origin({ supplier, time, by }: Pick<PartChangeRow, 'supplier' | 'time' | 'by'>) {
  return (
    <>
      {supplier !== null && `${supplier}, `}
      <ExactTime time={time} />
      {by && ` by ${by}`}
    </>
  );
}

/** Shows how far a change at work is. */
export function ChangeProgress({ row }: { row: PartChangeRow }) {
  const { kind, state, lines, done, undoPlace } = row;
  if (state === 'reading')
    return <p className="tabular-nums">Reading the file: {formatLines(lines)} so far</p>;
  const place = state === 'undoing' ? done - (undoPlace ?? done) : done;
  const whole = state === 'undoing' ? done : lines;
  return (
    <Progress
      label={`${describeState(row)}: ${place.toLocaleString('en-US')} of ${formatCount(kind, whole)}`}
      value={Math.floor((place / Math.max(whole, 1)) * 100)}
    />
  );
}
