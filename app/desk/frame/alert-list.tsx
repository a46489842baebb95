import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Alert } from '#kit/alert.tsx';
import { classNames } from '#kit/class-names.ts';
import { ShowNews } from '#kit/list/show-news.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { AlertCard } from '#core/alerts/ui/alert-card.tsx';
import type { OpenAlerts } from '#core/alerts/list-alerts.server.ts';
import { ALERTS_HEADING, focusAlerts, useSettle } from '#core/alerts/ui/use-settle.ts';

interface AlertListProps {
  alerts: OpenAlerts;
  /** Order whose page is below and shows its own alerts. */
  order: number | undefined;
  /** Number of alerts that are not on the page yet. */
  newAlerts: number;
  /** True if the tab below lists them. */
  onAlertsTab: boolean;
}

/** Shows the only open alert above all tabs, or a line that leads to all of them. */
export function AlertList({ alerts, order, newAlerts, onAlertsTab }: AlertListProps) {
  const action = useSettle({ onDone: focusAlerts });
  /** Keeps the focused heading when the last alert is gone. */
  const [hadAlerts, setHadAlerts] = useState(false);
  const { revalidate } = useRevalidator();

  async function show() {
    setHadAlerts(true);
    await revalidate();
    // The focused button is gone.
    focusAlerts();
  }

  const label = newAlerts > 0 ? `Show ${newAlerts} new ${newAlerts === 1 ? 'alert' : 'alerts'}` : null;
  const shown = alerts.shown.filter((alert) => alert.order === null || alert.order !== order);
  const total = alerts.total - (alerts.shown.length - shown.length);
  const [newest] = shown;
  const isLine = total > 1 || (total > 0 && !newest);
  return (
    <>
      {/* It stands beside the heading; on a phone, it is over the page. */}
      <ShowNews
        label={label}
        onShow={() => void show()}
        className="news-over-page sm:col-start-2 sm:row-span-2 sm:row-start-1"
      />
      {!onAlertsTab && (total > 0 || hadAlerts || action.result?.done) && (
        <section
          aria-labelledby={ALERTS_HEADING}
          className={classNames(
            'col-span-full mt-4',
            isLine && 'flex items-center gap-x-3 gap-y-1 max-sm:flex-wrap',
          )}
        >
          {/* Both layouts have the same element, so that it keeps the focus. */}
          <h2
            id={ALERTS_HEADING}
            tabIndex={-1}
            className={classNames('shrink-0', isLine ? 'text-base' : 'mb-1 max-sm:text-base sm:mb-3')}
          >
            Alerts ({total.toLocaleString('en-US')})
          </h2>
          {total > 0 && (
            <Alert tone="warning" className={classNames('min-w-0 flex-1 py-2!', !isLine && 'sm:hidden')}>
              <TextLink to="/admin/alerts" className="line-clamp-2 text-current">
                {newest?.title ?? 'Show all'}
              </TextLink>
            </Alert>
          )}
          {/* A phone has no room for it above each tab. */}
          {!isLine && newest && (
            <div className="max-sm:hidden">
              <AlertCard alert={newest} action={action} />
            </div>
          )}
          {total === 0 && <p className="text-muted">All alerts are settled.</p>}
        </section>
      )}
    </>
  );
}
