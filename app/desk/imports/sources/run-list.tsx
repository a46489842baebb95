import { SendButton } from '#core/part-changes/ui/send-button.tsx';
import { Badge } from '#kit/badge.tsx';
import { Card } from '#kit/card.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { describeRun, describeRunState } from '../describe-source.ts';
import type { SourceRun } from '../list-sources.server.ts';

export function RunList({ runs }: { runs: readonly SourceRun[] }) {
  return (
    <section aria-labelledby="runs">
      <h3 id="runs" className="mb-3 text-xl">
        Runs
      </h3>
      {runs.length === 0 && <p className="text-muted">It has not run yet.</p>}
      <ul className="grid gap-3">
        {runs.map((run) => (
          <Card key={run.id} as="li">
            <Run run={run} />
          </Card>
        ))}
      </ul>
    </section>
  );
}

function Run({ run }: { run: SourceRun }) {
  const { id, importId, importState, state, startedAt, isByHand, refused } = run;
  const { text, tone } = describeRunState(run);
  const description = describeRun(run);
  const address = `/admin/import-run/${id}`;
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
          {hasRefused && (
            <a href={`/admin/part-import/${importId}/refused.csv`} download className="link">
              Download the rejected lines as CSV
            </a>
          )}
        </p>
      )}
      {state === 'waiting' && (
        <div className="mt-3 flex flex-wrap gap-3">
          <SendButton
            variant="primary"
            address={address}
            fields={{ do: 'confirm' }}
            failure="Error importing the file"
          >
            Import and Hide {run.toHide.toLocaleString('en-US')} Parts
          </SendButton>
          <SendButton address={address} fields={{ do: 'discard' }} failure="Error discarding the file">
            Discard the File
          </SendButton>
        </div>
      )}
      {canUndo && (
        <SendButton
          size="small"
          className="mt-3"
          address={address}
          fields={{ do: 'undo' }}
          failure="Error undoing the import"
        >
          Undo
        </SendButton>
      )}
    </>
  );
}
