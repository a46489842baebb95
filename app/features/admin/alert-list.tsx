import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Alert } from '#ui/alert.tsx';
import { ShowNews } from '#ui/show-news.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { AlertCard } from '#ui/actions/alert-card.tsx';
import type { OpenAlerts } from './alerts.server.ts';
import { ALERTS_HEADING, focusAlerts, useSettle } from './use-settle.ts';

interface AlertListProps {
  alerts: OpenAlerts;
  /** Not on the page yet. */
  newAlerts: number;
  /** The tab below lists them. */
  onAlertsTab: boolean;
}

/** Above all tabs: the only open alert, or a line that leads to all of them. */
export function AlertList({ alerts: { shown, total }, newAlerts, onAlertsTab }: AlertListProps) {
  const { settling, settle } = useSettle();
  /** Keeps the focused heading after the last alert is settled. */
  const [hadAlerts, setHadAlerts] = useState(false);
  const { revalidate } = useRevalidator();

  async function show() {
    setHadAlerts(true);
    await revalidate();
    // The focused button is gone.
    focusAlerts();
  }

  const label = newAlerts > 0 ? `Show ${newAlerts} new ${newAlerts === 1 ? 'alert' : 'alerts'}` : null;
  const [newest] = shown;
  return (
    <>
      <ShowNews label={label} onShow={() => void show()} className="my-1.5" />
      {!onAlertsTab && (total > 0 || hadAlerts) && (
        <section aria-labelledby={ALERTS_HEADING} className="mb-6">
          {newest && total > 1 ? (
            <Alert tone="warning">
              <div className="flex flex-wrap items-baseline gap-x-3">
                <h2 id={ALERTS_HEADING} tabIndex={-1} className="text-base">
                  Alerts ({total.toLocaleString('en-US')})
                </h2>
                <TextLink to="/admin/alerts" className="text-current">
                  {newest.title}
                </TextLink>
              </div>
            </Alert>
          ) : (
            <>
              <h2 id={ALERTS_HEADING} tabIndex={-1} className="mb-3">
                Alerts ({total})
              </h2>
              {newest ? (
                <AlertCard
                  alert={newest}
                  busy={settling === newest.id}
                  onSettle={() => {
                    setHadAlerts(true);
                    void settle(newest.id);
                  }}
                />
              ) : (
                <p className="text-muted">All alerts are settled.</p>
              )}
            </>
          )}
        </section>
      )}
    </>
  );
}
