import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';
import type { OpenAlert, OpenAlerts } from './alerts.server.ts';
import { sendDeed } from './deed.ts';

/** What needs a person, until it is settled. Nothing without an alert. */
export function AlertList({ alerts: { shown, total } }: { alerts: OpenAlerts }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [settling, setSettling] = useState<string>();
  const { revalidate } = useRevalidator();

  async function settle(id: string) {
    setSettling(id);
    const deed = await sendDeed(`/admin/alert/${id}`, { failure: 'Error settling alert' });
    await revalidate();
    setSettling(undefined);
    // The button that was pressed is gone, and the focus must not go with it.
    if (deed.done) heading.current?.focus();
    if (deed.message) await showToast({ title: deed.message, kind: deed.done ? 'success' : 'error' });
  }

  if (total === 0) return null;
  return (
    <section aria-labelledby="alerts" className="mb-6">
      <h2 id="alerts" ref={heading} tabIndex={-1} className="mb-3">
        Alerts ({total})
      </h2>
      <ul className="grid gap-3">
        {shown.map((alert) => (
          <li key={alert.id}>
            <AlertCard alert={alert} busy={settling === alert.id} onSettle={() => void settle(alert.id)} />
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p className="mt-3 text-sm text-muted">
          The newest {shown.length} of {total.toLocaleString('en-US')}. Older ones follow as you settle these.
        </p>
      )}
    </section>
  );
}

interface AlertCardProps {
  alert: OpenAlert;
  busy: boolean;
  onSettle: () => void;
}

function AlertCard({ alert: { title, advice, facts, raisedAt }, busy, onSettle }: AlertCardProps) {
  return (
    <Alert tone="warning" title={title}>
      <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt className="shrink-0">{name}:</dt>
            <dd className="font-semibold break-all">{value}</dd>
          </div>
        ))}
        <div className="flex gap-1.5">
          <dt>Since:</dt>
          <dd>
            <time dateTime={raisedAt}>{raisedAt.slice(0, 16).replace('T', ' ')} UTC</time>
          </dd>
        </div>
      </dl>
      <p className="mt-2">{advice}</p>
      <Button size="small" className="mt-3" busy={busy} onClick={onSettle} aria-label={`Settle: ${title}`}>
        Settle
      </Button>
    </Alert>
  );
}
