import { Form } from 'react-router';
import { alertTexts } from '#core/alerts/alert.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { Select } from '#kit/select.tsx';
import { AlertCard } from '#core/alerts/ui/alert-card.tsx';
import { alertsList, type AlertsQuery, alertStates } from '#core/alerts/alerts-address.ts';
import type { AlertPage } from '#core/alerts/list-alerts.server.ts';
import { ALERTS_HEADING, focusAlerts, useSettle } from '#core/alerts/ui/use-settle.ts';

const emptyTitles = { open: 'No open alerts', settled: 'No settled alerts' };

interface AlertsViewProps {
  query: AlertsQuery;
  list: AlertPage;
}

export function AlertsView({ query, list: { rows, previous, next } }: AlertsViewProps) {
  const action = useSettle({ onDone: focusAlerts });
  const { state, kind } = query;
  return (
    <>
      <h2 id={ALERTS_HEADING} tabIndex={-1} className="mb-3">
        Alerts
      </h2>
      <Form role="search" className="mb-5 flex flex-wrap items-end gap-3" preventScrollReset>
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
      {rows.length === 0 ? (
        <EmptyState title={emptyTitles[state]} icon="CircleCheck" level={3} />
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
