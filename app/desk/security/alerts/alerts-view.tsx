import { useState } from 'react';
import { Form, useRevalidator } from 'react-router';
import { alertTexts } from '#core/alerts/alert.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ListStatus } from '#kit/list/list-status.tsx';
import { ShowNews } from '#kit/list/show-news.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { Select } from '#kit/select.tsx';
import { useTopic } from '#core/live/ui/live-store.ts';
import { AlertCard } from '#core/alerts/ui/alert-card.tsx';
import { alertsList, type AlertsQuery, alertStates } from '#core/alerts/alerts-address.ts';
import type { AlertPage } from '#core/alerts/list-alerts.server.ts';
import { ALERTS_HEADING, focusAlerts, useSettle } from '#core/alerts/ui/use-settle.ts';
import { ScreenHead } from '#kit/screen-head.tsx';

const emptyTitles = { open: 'No open alerts', settled: 'No settled alerts' };

interface AlertsViewProps {
  query: AlertsQuery;
  list: AlertPage;
  /** Number of the newest change before the list was read. */
  asOf: number;
}

export function AlertsView({ query, list, asOf }: AlertsViewProps) {
  const { rows, previous, next } = list;
  const action = useSettle({ onDone: focusAlerts });
  const { revalidate } = useRevalidator();
  /** The list that others have changed. */
  const [outdated, setOutdated] = useState<AlertPage>();
  const hasChanged = outdated === list;
  useTopic('admin:alerts', (isOwn) => !isOwn && setOutdated(list), undefined, asOf);

  async function show() {
    await revalidate();
    // The focused button is gone.
    focusAlerts();
  }

  const { state, kind } = query;

  function describeRows(): string {
    if (rows.length === 0) return emptyTitles[state];
    if (previous || next) return 'Newest first';
    return rows.length === 1 ? '1 alert' : `${rows.length} alerts, newest first`;
  }

  return (
    <>
      <ScreenHead title="Alerts" id={ALERTS_HEADING}>
        <ShowNews
          label={hasChanged ? 'Show changes' : null}
          onShow={() => void show()}
          className="news-over-page"
        />
      </ScreenHead>
      <Form role="search" className="flex flex-wrap items-end gap-3" preventScrollReset>
        {/* The keys replace the fields after Back. The button stays, and with it the focus. */}
        <Select key={`state ${state}`} name="state" label="State" defaultValue={state}>
          {Object.entries(alertStates).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Select
          key={`kind ${kind}`}
          name="kind"
          label="Kind"
          defaultValue={kind ?? ''}
          className="min-w-0 flex-1 max-sm:basis-full sm:max-w-md"
        >
          <option value="">All kinds</option>
          {Object.entries(alertTexts).map(([value, { title }]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </Select>
        <Button type="submit">Show</Button>
      </Form>
      <ListStatus changes={0}>{describeRows()}</ListStatus>
      {rows.length === 0 ? (
        <EmptyState title={emptyTitles[state]} icon="CircleCheck" />
      ) : (
        <ul className="grid gap-3">
          {rows.map((alert) => (
            <li key={alert.id}>
              <AlertCard alert={alert} action={action} />
            </li>
          ))}
        </ul>
      )}
      <Pages
        previous={previous && alertsList.write({ state, kind, before: previous })}
        next={next && alertsList.write({ state, kind, after: next })}
      />
    </>
  );
}
