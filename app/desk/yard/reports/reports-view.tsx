import { Form } from 'react-router';
import type { ReportPeriod } from '#core/pricing/tax-report.ts';
import { SETTINGS_OF_YARD } from '#core/yard/paper/law.ts';
import type { NmvtisSummary } from '#core/yard/paper/nmvtis.server.ts';
import { formatDay } from '#core/yard/paper/paper.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Alert } from '#kit/alert.tsx';
import { Badge } from '#kit/badge.tsx';
import { buttonClasses } from '#kit/button-classes.ts';
import { Button } from '#kit/button.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { Select } from '#kit/select.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';

interface ReportsViewProps {
  years: number[];
  period: ReportPeriod;
  invalid: boolean;
  /** Null for staff. */
  nmvtis: NmvtisSummary | null;
}

export function ReportsView({ years, period, invalid, nmvtis }: ReportsViewProps) {
  return (
    <>
      <ScreenHead title="Police book and NMVTIS" back={{ to: VEHICLES_PATH, label: 'All cars' }} />
      <section aria-labelledby="police-book">
        <h2 id="police-book" className="text-xl">
          Police book
        </h2>
        <p className="mt-1 mb-3 max-w-prose text-muted">
          Who sold each car: name, address, day, last plate, make, type and VIN.
        </p>
        <form method="get" action="/admin/yard/police-book.csv" className="flex flex-wrap items-end gap-3">
          <Select name="year" label="Year" defaultValue={years[0]}>
            {years.map((year) => (
              <option key={year}>{year}</option>
            ))}
          </Select>
          <Button type="submit">
            <Icon name="Download" /> Download CSV
          </Button>
        </form>
      </section>
      {nmvtis && <Nmvtis period={period} invalid={invalid} nmvtis={nmvtis} />}
    </>
  );
}

/** Leads to the file, and notes it when the consolidator has it. */
function Nmvtis({
  period,
  invalid,
  nmvtis,
}: {
  period: ReportPeriod;
  invalid: boolean;
  nmvtis: NmvtisSummary;
}) {
  const noting = useAction({ failure: 'Error noting the report' });
  const { ready, later, incomplete, hasMore, leftBefore, missingEntityFacts, version } = nmvtis;
  const { from, to } = period;
  return (
    <section aria-labelledby="nmvtis" className="mt-10">
      <h2 id="nmvtis" className="text-xl">
        NMVTIS
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-muted">
        A file for your approved consolidator: cars obtained in these days, and cars reported earlier that
        have left since. The shop files nothing. Upload the file, then note it here.
      </p>
      <Form className="mb-4 flex flex-wrap items-end gap-3" preventScrollReset>
        <TextField
          key={`from ${from}`}
          name="from"
          type="date"
          label="From"
          required
          defaultValue={from}
          error={invalid ? 'Choose a period of up to one year' : undefined}
        />
        <TextField key={`to ${to}`} name="to" type="date" label="To" required defaultValue={to} />
        <Button type="submit">Show</Button>
      </Form>
      {missingEntityFacts.length > 0 && (
        <Alert tone="warning" title="Facts of your yard are missing" className="mb-4">
          {missingEntityFacts.join(', ')}.{' '}
          <TextLink to={SETTINGS_OF_YARD}>Enter them in the settings</TextLink>
        </Alert>
      )}
      <p>
        {count(ready)} to report
        {later > 0 && `, ${later.toLocaleString('en-US')} of them again because they have left or changed`}.
        {leftBefore > 0 &&
          ` ${count(leftBefore)} obtained before ${formatDay(from)} ${leftBefore === 1 ? 'is' : 'are'} not reported yet.`}
      </p>
      {hasMore && <p>These are the first ones. Note them as reported to get the rest.</p>}
      {ready > 0 && (
        <div className="mt-3 flex flex-wrap gap-3">
          <a
            href={`/admin/yard/nmvtis.csv?${new URLSearchParams({ from, to })}`}
            download
            className={buttonClasses({})}
          >
            <Icon name="Download" /> Download CSV
          </a>
          <ActionButton action={noting} fields={{ intent: 'note-report', from, to, version }}>
            Note as reported
          </ActionButton>
        </div>
      )}
      {incomplete.length > 0 && <Incomplete incomplete={incomplete} />}
    </section>
  );
}

function count(cars: number): string {
  return `${cars.toLocaleString('en-US')} ${cars === 1 ? 'car' : 'cars'}`;
}

function Incomplete({ incomplete }: Pick<NmvtisSummary, 'incomplete'>) {
  return (
    <>
      <h3 className="mt-6 mb-2 text-base">Cars with missing facts</h3>
      <Table label="Cars with missing facts">
        <thead>
          <Row>
            <HeaderCell>Car</HeaderCell>
            <HeaderCell>Missing</HeaderCell>
            <HeaderCell>In the file</HeaderCell>
          </Row>
        </thead>
        <tbody>
          {incomplete.map(({ id, name, missing, isReady }) => (
            <Row key={id}>
              <Cell heading className="wrap-anywhere">
                <TextLink to={`${VEHICLES_PATH}/${id}`}>{name}</TextLink>
              </Cell>
              <Cell>{missing.join(', ')}</Cell>
              <Cell>{isReady ? 'Yes' : <Badge tone="warning">Left out</Badge>}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </>
  );
}
