import { useState } from 'react';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { useReload } from '#core/live/ui/use-reload.ts';
import { Badge } from '#kit/badge.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { Progress } from '#kit/progress.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { WorkStatus } from '#kit/work-status.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { bulkChangesList, bulkFailures } from '../bulk-changes-action.ts';
import type { BulkChangeList, BulkChangeRow, listSkipped } from './list-bulk-changes.server.ts';

interface BulkChangesViewProps {
  list: BulkChangeList;
  asOf: number;
}

export function BulkChangesView({ list: { rows, previous, next }, asOf }: BulkChangesViewProps) {
  useReload('admin:parts', asOf);
  const undoing = useAction({ failure: bulkFailures.undo });
  const stopping = useAction({ failure: bulkFailures.stop });
  return (
    <>
      <ScreenHead title="Bulk changes" back={{ to: '/admin', label: 'Parts Catalog' }} />
      <WorkStatus>{rows[0] && `${rows[0].summary}: ${describeResult(rows[0])}`}</WorkStatus>
      {rows.length === 0 ? (
        <EmptyState title="No bulk changes">
          Select several parts in the list to change them at once. Changes can be undone for 30 days.
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {rows.map((change) => (
            <Card key={change.id} as="li">
              <Change {...{ change, undoing, stopping }} />
            </Card>
          ))}
        </ul>
      )}
      <Pages
        previous={previous && bulkChangesList.write({ before: previous })}
        next={next && bulkChangesList.write({ after: next })}
      />
    </>
  );
}

const stateTexts = { running: 'Running', ended: 'Done', undoing: 'Undoing', undone: 'Undone' } as const;

type Action = ActionButtonProps['action'];

function isAtWork({ state }: BulkChangeRow): boolean {
  return state === 'running' || state === 'undoing';
}

/** Describes what has come of a change. While it runs, only its state. */
function describeResult(change: BulkChangeRow): string {
  const { state, parts, changed, undone, error } = change;
  if (isAtWork(change)) return stateTexts[state];
  const counts =
    state === 'undone'
      ? `${formatPartCount(undone)} as before`
      : `${formatPartCount(changed)} of ${parts.toLocaleString('en-US')} changed`;
  return error ? `${counts}. ${error}` : counts;
}

interface ChangeProps {
  change: BulkChangeRow;
  undoing: Action;
  stopping: Action;
}

function Change({ change, undoing, stopping }: ChangeProps) {
  const { id, summary, kind, state, parts, done, changed, undone, error, by, time } = change;
  const isRunning = isAtWork(change);
  const isUndone = state === 'undone';
  const left = isUndone ? changed - undone : done - changed;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg break-words">{summary}</h2>
        <Badge tone={error ? 'bad' : isRunning ? 'info' : 'neutral'}>{stateTexts[state]}</Badge>
      </div>
      <p className="mt-1 text-sm text-muted">
        <ExactTime time={time} />
        {by && ` by ${by}`}
      </p>
      {isRunning ? (
        <div className="mt-3">
          <Progress
            label={`${(state === 'undoing' ? parts - done : done).toLocaleString('en-US')} of ${formatPartCount(parts)}`}
            value={Math.floor(((state === 'undoing' ? parts - done : done) / Math.max(parts, 1)) * 100)}
          />
        </div>
      ) : (
        <p className="mt-2 tabular-nums">{describeResult(change)}</p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {state === 'running' && (
          <ActionButton
            action={stopping}
            fields={{ intent: 'stop', id }}
            size="small"
            aria-label={`Stop: ${summary}`}
          >
            Stop
          </ActionButton>
        )}
        {state === 'ended' && changed > 0 && !summary.startsWith('Restored') && (
          <ActionButton
            action={undoing}
            fields={{ intent: 'undo', id }}
            size="small"
            aria-label={`Undo: ${summary}`}
          >
            Undo
          </ActionButton>
        )}
        {kind === 'hide' && !isUndone && changed > 0 && (
          <TextLink to={`/admin?listing=hidden&by=${id}`}>See the hidden parts</TextLink>
        )}
      </div>
      {!isRunning && left > 0 && <Skipped id={id} count={left} isUndone={isUndone} />}
    </>
  );
}

type SkippedPart = Awaited<ReturnType<typeof listSkipped>>[number];

function Skipped({ id, count, isUndone }: { id: string; count: number; isUndone: boolean }) {
  const [parts, setParts] = useState<SkippedPart[] | 'failed'>();
  async function load() {
    if (Array.isArray(parts)) return;
    const response = await fetch(`/admin/bulk-change/${id}`).catch(() => undefined);
    setParts(response?.ok ? ((await response.json()) as SkippedPart[]) : 'failed');
  }
  return (
    <details className="mt-2 text-sm" onToggle={(event) => event.currentTarget.open && void load()}>
      <summary className="inline-flex min-h-9 cursor-pointer items-center font-semibold text-link">
        {formatPartCount(count)} {isUndone ? 'not undone' : 'not changed'}
      </summary>
      {parts === 'failed' ? (
        <p>The connection failed. Close this and open it again to retry.</p>
      ) : (
        <ul>
          {parts?.map((part) => (
            <li key={part.id} className="border-b border-line py-1 last:border-none">
              {part.name}: <span className="text-muted">{part.reason}</span>
            </li>
          ))}
          {parts && parts.length < count && <li className="py-1">and {count - parts.length} more</li>}
        </ul>
      )}
    </details>
  );
}
