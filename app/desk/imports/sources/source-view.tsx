import { useState } from 'react';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { useReload } from '#core/live/ui/use-reload.ts';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Alert } from '#kit/alert.tsx';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { describeSource, describeState, hasNextRun } from '../describe-source.ts';
import type { Source, SourceDetails } from '../list-sources.server.ts';
import { RunList } from './run-list.tsx';
import { sourceFailures } from './source-failures.ts';
import { SourceForm } from './source-form.tsx';

interface SourceViewProps {
  details: SourceDetails;
  suppliers: readonly string[];
  timeZone: string;
  asOf: number;
}

export function SourceView({ details, suppliers, timeZone, asOf }: SourceViewProps) {
  useReload('admin:parts', asOf);
  const [deleting, setDeleting] = useState(false);
  const running = useAction({ failure: sourceFailures.run });
  const pausing = useAction({ failure: sourceFailures.pause });
  const confirming = useAction({ failure: sourceFailures['confirm-key'] });
  const { source, runs, delivered, hidden } = details;
  const { text, tone } = describeState(source);
  const isOpen = source.openRun !== null;
  return (
    <>
      <ScreenHead title={source.supplier} back={{ to: '/admin/import', label: 'All imports' }} />
      <p className="-mt-2 mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone={tone}>{text}</Badge>
        <span className="wrap-anywhere">
          {describeSource(source)}
          {hasNextRun(source) && (
            <>
              , next <ExactTime time={source.nextRunAt} />
            </>
          )}
        </span>
        <span>{formatPartCount(delivered)} delivered</span>
        {hidden > 0 && (
          <TextLink to={`/admin?listing=hidden&by=${source.id}`}>{formatPartCount(hidden)} hidden</TextLink>
        )}
      </p>
      {source.seenHostKey !== null ? (
        <HostKey action={confirming} source={source} />
      ) : (
        source.problem !== null && <Alert tone="warning" title={source.problem} className="mb-5" />
      )}
      <div className="mb-6 flex flex-wrap gap-3">
        {!isOpen && source.seenHostKey === null && (
          <ActionButton action={running} fields={{ intent: 'run' }} variant="primary">
            Run now
          </ActionButton>
        )}
        <ActionButton action={pausing} fields={{ intent: source.pausedAt === null ? 'pause' : 'resume' }}>
          {source.pausedAt === null ? 'Pause' : 'Resume'}
        </ActionButton>
        <Button onClick={() => setDeleting(true)}>Delete</Button>
      </div>
      {delivered > 0 && (
        <p className="mb-6 text-sm">
          <a href={`/admin/import-source/${source.id}/changes.csv`} download className="link">
            Download what was sold and changed here since the last file
          </a>
        </p>
      )}
      <RunList runs={runs} />
      <details className="mt-8" open={runs.length === 0}>
        <summary className="mb-4 cursor-pointer font-heading text-xl">Set up</summary>
        <SourceForm key={source.address} source={source} suppliers={suppliers} timeZone={timeZone} />
      </details>
      {deleting && (
        <ConfirmAction
          title="Delete this scheduled import?"
          confirmLabel="Delete import"
          fields={{ intent: 'delete' }}
          failure={sourceFailures.delete}
          onClose={() => setDeleting(false)}
        >
          Its credentials and run history are deleted. Parts stay as they are.
          {hidden > 0 &&
            ` The ${formatPartCount(hidden)} that it has hidden are listed in Bulk changes for 30 days, where you can show them again.`}
        </ConfirmAction>
      )}
    </>
  );
}

interface HostKeyProps extends Pick<ActionButtonProps, 'action'> {
  source: Source;
}

function HostKey({ action, source }: HostKeyProps) {
  const { hostKey, seenHostKey } = source;
  return (
    <Alert
      tone={hostKey === null ? 'info' : 'danger'}
      title={hostKey === null ? "Is this the server's key?" : "The server's key has changed"}
      className="mb-5"
    >
      <p className="mt-1">
        {hostKey === null
          ? 'Compare it with the fingerprint from your supplier. After that, credentials are sent only to this server.'
          : 'Another server may answer in its place. Ask the supplier before you confirm the new key.'}
      </p>
      <dl className="my-3 grid gap-1">
        {hostKey !== null && <Fingerprint label="Confirmed before" value={hostKey} />}
        <Fingerprint label="Fingerprint" value={seenHostKey ?? ''} />
      </dl>
      <ActionButton action={action} fields={{ intent: 'confirm-key', key: seenHostKey ?? '' }}>
        Confirm the key
      </ActionButton>
    </Alert>
  );
}

function Fingerprint({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-sm">{label}</dt>
      <dd className="font-mono text-sm break-all">{value}</dd>
    </div>
  );
}
