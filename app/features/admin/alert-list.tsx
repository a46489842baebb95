import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { AlertCard } from '#ui/actions/alert-card.tsx';
import { ShowNews } from '#ui/show-news.tsx';
import { showToast } from '#ui/show-toast.ts';
import type { OpenAlerts } from './alerts.server.ts';
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
