import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ShowNews } from '#ui/show-news.tsx';
import { showToast } from '#ui/show-toast.ts';
import { useShop } from '#ui/use-shop.ts';
import type { OpenAlert, OpenAlerts } from './alerts.server.ts';
import { sendAction } from '#ui/actions/action-result.ts';

interface AlertListProps {
  alerts: OpenAlerts;
  /** Not on the page yet. */
  newAlerts: number;
}

export function AlertList({ alerts: { shown, total }, newAlerts }: AlertListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [settling, setSettling] = useState<string>();
  /** Keeps the focused heading after the last alert is settled. */
  const [hadAlerts, setHadAlerts] = useState(false);
  const { revalidate } = useRevalidator();

  async function settle(id: string) {
    setSettling(id);
    setHadAlerts(true);
    const result = await sendAction(`/admin/alert/${id}`, { failure: 'Error settling alert' });
    await revalidate();
    setSettling(undefined);
    // The focused button is gone.
    if (result.done) heading.current?.focus();
    if (result.message) await showToast({ title: result.message, kind: result.done ? 'success' : 'error' });
  }

  async function show() {
    setHadAlerts(true);
    await revalidate();
    // The focused button is gone.
    heading.current?.focus();
  }

  const label = newAlerts > 0 ? `Show ${newAlerts} new ${newAlerts === 1 ? 'alert' : 'alerts'}` : null;
  return (
    <>
      <ShowNews label={label} onShow={() => void show()} className="my-1.5" />
      {(total > 0 || hadAlerts) && (
        <section aria-labelledby="alerts" className="mb-6">
          <h2 id="alerts" ref={heading} tabIndex={-1} className="mb-3">
            Alerts ({total})
          </h2>
          <ul className="grid gap-3">
            {shown.map((alert) => (
              <li key={alert.id}>
                <AlertCard
                  alert={alert}
                  busy={settling === alert.id}
                  onSettle={() => void settle(alert.id)}
                />
              </li>
            ))}
          </ul>
          {total === 0 && <p className="text-muted">All alerts are settled.</p>}
          {total > shown.length && (
            <p className="mt-3 text-sm text-muted">
              The newest {shown.length} of {total.toLocaleString('en-US')}. Older ones follow as you settle
              these.
            </p>
          )}
        </section>
      )}
    </>
  );
}

interface AlertCardProps {
  alert: OpenAlert;
  busy: boolean;
  onSettle: () => void;
}

function AlertCard({ alert: { title, advice, facts, raisedAt }, busy, onSettle }: AlertCardProps) {
  const { timeZone } = useShop();
  const timeOfDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <Alert tone="warning" title={title}>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end sm:justify-between">
        <div className="min-w-0">
          <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {facts.map(([name, value]) => (
              <div key={name} className="flex min-w-0 flex-wrap gap-x-1.5">
                <dt>{name}:</dt>
                <dd className="font-semibold wrap-anywhere">{value}</dd>
              </div>
            ))}
            <div className="flex gap-1.5">
              <dt>Since:</dt>
              <dd>
                <time dateTime={raisedAt}>{timeOfDay.format(new Date(raisedAt))}</time>
              </dd>
            </div>
          </dl>
          <p className="mt-1.5 max-w-prose">{advice}</p>
        </div>
        <Button
          size="small"
          className="shrink-0 self-start sm:self-auto"
          busy={busy}
          onClick={onSettle}
          aria-label={`Settle: ${title}`}
        >
          Settle
        </Button>
      </div>
    </Alert>
  );
}
