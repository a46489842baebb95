import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Badge } from '#kit/badge.tsx';
import { Card } from '#kit/card.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { describeRun, describeRunState } from '../describe-source.ts';
import type { SourceRun } from '../list-sources.server.ts';
import { sourceFailures } from './source-failures.ts';

export function RunList({ runs }: { runs: readonly SourceRun[] }) {
  const confirming = useAction({ failure: sourceFailures['confirm-run'] });
  const discarding = useAction({ failure: sourceFailures['discard-run'] });
  const undoing = useAction({ failure: sourceFailures['undo-run'] });
  return (
    <section aria-labelledby="runs">
      <h2 id="runs" className="mb-3 text-xl">
        Runs
      </h2>
      {runs.length === 0 && <p className="text-muted">It has not run yet.</p>}
      <ul className="grid gap-3">
        {runs.map((run) => (
          <Card key={run.id} as="li">
            <Run {...{ run, confirming, discarding, undoing }} />
          </Card>
        ))}
      </ul>
    </section>
  );
}

type Action = ActionButtonProps['action'];

interface RunProps {
  run: SourceRun;
  confirming: Action;
  discarding: Action;
  undoing: Action;
}

function Run({ run, confirming, discarding, undoing }: RunProps) {
  const { id, importId, importState, state, startedAt, isByHand, refused } = run;
  const { text, tone } = describeRunState(run);
  const description = describeRun(run);
  const hasRefused = (run.importRefused ?? refused) > 0 && importState !== 'undone';
  const canUndo = state === 'done' && importState === 'ended' && run.added + run.changed + run.hidden > 0;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">
          <ExactTime time={startedAt} />
          {isByHand && <span className="font-normal text-muted"> by hand</span>}
        </p>
        <Badge tone={tone}>{text}</Badge>
      </div>
      {description !== null && <p className="mt-1 wrap-anywhere tabular-nums">{description}</p>}
      {importId !== null && (
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <TextLink to={`/admin/import/${importId}`}>
            {importState === 'mapping' ? 'Choose the columns' : 'Open the file'}
          </TextLink>
          {run.conflicts > 0 && (
            <TextLink to={`/admin/import/${importId}?show=conflicts`}>
              {run.conflicts.toLocaleString('en-US')} {run.conflicts === 1 ? 'conflict' : 'conflicts'}
            </TextLink>
          )}
          {hasRefused && (
            <a href={`/admin/part-import/${importId}/refused.csv`} download className="link">
              Download the rejected lines as CSV
            </a>
          )}
        </p>
      )}
      {state === 'waiting' && (
        <div className="mt-3 flex flex-wrap gap-3">
          <ActionButton action={confirming} fields={{ intent: 'confirm-run', run: id }} variant="primary">
            Import and hide {run.toHide.toLocaleString('en-US')} parts
          </ActionButton>
          <ActionButton action={discarding} fields={{ intent: 'discard-run', run: id }}>
            Discard the file
          </ActionButton>
        </div>
      )}
      {canUndo && (
        <ActionButton action={undoing} fields={{ intent: 'undo-run', run: id }} size="small" className="mt-3">
          Undo
        </ActionButton>
      )}
    </>
  );
}
