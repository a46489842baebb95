import { type ReactNode, useEffect, useId } from 'react';
import { useRevalidator } from 'react-router';
import { alertsList } from '#core/alerts/alerts-address.ts';
import { useReload } from '#core/live/ui/use-reload.ts';
import { formatShortDay } from '#core/settings/opening-hours.ts';
import { formatDollars } from '#core/values/money.ts';
import { Card } from '#kit/card.tsx';
import { classNames } from '#kit/class-names.ts';
import { Link } from '#kit/link.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import type { ForAdmins, OpenAlertKind, Sold, ToDo } from './read-today.server.ts';

interface TodayViewProps {
  /** Example: '2026-01-31'. */
  today: string;
  toDo: ToDo;
  alerts: OpenAlertKind[];
  /** Null for staff. */
  forAdmins: (ForAdmins & { setupSteps: number }) | null;
  /** Number of the newest change before all was read. */
  asOf: number;
}

/** Shows what to do now. Each line leads to the list of what it counts. */
export function TodayView({ today, toDo, alerts, forAdmins, asOf }: TodayViewProps) {
  useReload('admin:orders', asOf);
  useReload('admin:returns', asOf);
  useReload('admin:requests', asOf);
  useReload('admin:messages', asOf);
  useReload('admin:alerts', asOf);
  useReloadOnReturn();
  return (
    <>
      <ScreenHead title="Today" note={formatShortDay(today)} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-4">
          <Section title="To do">
            <ul>
              <Line count={toDo.today} to="/admin/orders?view=today" none="Nothing has to ship today.">
                To ship today
              </Line>
              <Line count={toDo.overdue} to="/admin/orders?view=overdue" none="No order is late." isLate>
                Overdue orders
              </Line>
              <Line count={toDo.asked} to="/admin/returns?view=asked" none="No return waits for a decision.">
                Returns to decide
              </Line>
              <Line count={toDo.here} to="/admin/returns?view=here" none="No return waits to be inspected.">
                Returns to inspect and settle
              </Line>
              <Line count={toDo.requests} to="/admin/requests?view=open" none="All requests are answered.">
                Requests to answer
              </Line>
              <Line count={toDo.messages} to="/admin/messages?view=open" none="All messages are answered.">
                Messages to answer
              </Line>
              {forAdmins && (
                <Line
                  count={forAdmins.failedImports}
                  to="/admin/import?show=failed"
                  none="No import failed in the last 30 days."
                >
                  Failed imports
                </Line>
              )}
            </ul>
          </Section>
          <Section title="Alerts">
            <ul>
              {alerts.length === 0 && <Nothing>No open alerts.</Nothing>}
              {alerts.map(({ kind, title, alerts: count }) => (
                <Line key={kind} count={count} to={alertsList.write({ kind })}>
                  {title}
                </Line>
              ))}
            </ul>
          </Section>
        </div>
        {forAdmins && (
          <div className="grid gap-4">
            <Section title="Sales">
              <ul>
                <SalesLine title="Yesterday" sold={forAdmins.yesterday} />
                <SalesLine title="This week" sold={forAdmins.week} />
              </ul>
            </Section>
            <Section title="Searched and not found" note="last 7 days">
              <ul>
                {forAdmins.missedSearches.length === 0 && <Nothing>Every search found something.</Nothing>}
                {forAdmins.missedSearches.map(({ text, times }) => (
                  <Line key={text} count={times} to={`/admin?${new URLSearchParams({ q: text })}`}>
                    {text}
                  </Line>
                ))}
              </ul>
            </Section>
            {forAdmins.setupSteps > 0 && (
              <Section title="Finish setup">
                <ul>
                  <Line count={forAdmins.setupSteps} to="/admin/settings/setup">
                    Settings left
                  </Line>
                </ul>
              </Section>
            )}
          </div>
        )}
      </div>
    </>
  );
}

/** Loads the page again when the person comes back to it: not all that it shows is announced. */
function useReloadOnReturn() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const onLook = () => {
      if (!document.hidden) void revalidate();
    };
    document.addEventListener('visibilitychange', onLook);
    return () => document.removeEventListener('visibilitychange', onLook);
  }, [revalidate]);
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" padding="none" aria-labelledby={id}>
      <div className="flex items-center gap-2 px-4 py-2">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {children}
    </Card>
  );
}

interface LineProps {
  count: number;
  /** List of what is counted. */
  to: string;
  /** Says that there is nothing. */
  none?: string;
  isLate?: boolean;
  children: ReactNode;
}

function Line({ count, to, none, isLate, children }: LineProps) {
  if (count === 0 && none !== undefined) return <Nothing>{none}</Nothing>;
  return (
    <li className="border-t border-line">
      <Link
        to={to}
        className="flex min-h-11 items-center justify-between gap-3 px-4 py-2 text-ink no-underline hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 wrap-anywhere">{children}</span>
        <span className={classNames('font-semibold tabular-nums', isLate && 'text-danger')}>
          {count.toLocaleString('en-US')}
        </span>
      </Link>
    </li>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <li className="border-t border-line px-4 py-2 text-sm text-muted">{children}</li>;
}

function SalesLine({ title, sold: { from, to, orders, revenueCents } }: { title: string; sold: Sold }) {
  return (
    <li className="border-t border-line">
      <Link
        to={`/admin/sales?${new URLSearchParams({ from, to })}`}
        className="flex min-h-11 items-center justify-between gap-3 px-4 py-2 text-ink no-underline hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span>
          {title}{' '}
          <span className="text-sm text-muted">
            {orders.toLocaleString('en-US')} {orders === 1 ? 'order' : 'orders'}
          </span>
        </span>
        <span className="font-semibold tabular-nums">{formatDollars(revenueCents)}</span>
      </Link>
    </li>
  );
}
