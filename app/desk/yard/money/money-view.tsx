import { Form } from 'react-router';
import type { ReportPeriod } from '#core/pricing/tax-report.ts';
import { formatDollars } from '#core/values/money.ts';
import { type MoneyBy, moneyBy, resultOf, returnPercent } from '#core/yard/money/car-money.ts';
import type { MoneyGroup, MoneyReport } from '#core/yard/money/money-report.server.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { type Column, ListTable } from '#kit/list/list-table.tsx';
import { Pagination } from '#kit/pagination.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { MoneyFacts } from '../money-facts.tsx';

interface MoneyViewProps {
  by: MoneyBy;
  period: ReportPeriod;
  invalid: boolean;
  report: MoneyReport;
}

export function MoneyView({ by, period: { from, to }, invalid, report }: MoneyViewProps) {
  const { total, groups, page, pageCount, isCut } = report;
  const address = (shown: number) =>
    `${VEHICLES_PATH}/money?${new URLSearchParams({ by, from, to, page: String(shown) })}`;
  return (
    <>
      <ScreenHead title="Money of the cars" back={{ to: VEHICLES_PATH, label: 'All cars' }} />
      <Form className="mb-6 flex flex-wrap items-end gap-3" preventScrollReset>
        <TextField
          key={`from ${from}`}
          name="from"
          type="date"
          label="Came in from"
          required
          defaultValue={from}
          error={invalid ? 'Choose a period of up to one year' : undefined}
        />
        <TextField key={`to ${to}`} name="to" type="date" label="To" required defaultValue={to} />
        <Select key={by} name="by" label="By" defaultValue={by}>
          {Object.entries(moneyBy).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Button type="submit">Show</Button>
      </Form>
      {total.cars === 0 ? (
        <EmptyState title="No cars came in" icon="Boxes">
          Cars count whose day of possession is in these days.
        </EmptyState>
      ) : (
        <>
          <h2 className="mb-2 text-xl">
            {total.cars === 1 ? '1 car' : `${total.cars.toLocaleString('en-US')} cars`}
          </h2>
          {isCut && (
            <p className="mb-3 text-muted">Only the newest of them are counted. Choose a shorter period.</p>
          )}
          <MoneyFacts money={total.money} days={total.days} />
          <ListTable
            label={`Money by ${moneyBy[by].toLowerCase()}`}
            columns={columns}
            rows={groups.map(withId)}
          />
          <Pagination page={page} pageCount={pageCount} href={address} />
        </>
      )}
    </>
  );
}

type GroupRow = MoneyGroup & { id: string };

const withId = (group: MoneyGroup): GroupRow => ({ ...group, id: group.carId ?? group.name });

const columns: Column<GroupRow>[] = [
  {
    label: 'Name',
    card: 'title',
    className: 'wrap-anywhere',
    cell: ({ name, carId }) =>
      carId === null ? name : <TextLink to={`${VEHICLES_PATH}/${carId}`}>{name}</TextLink>,
  },
  fact('Cars', ({ cars }) => cars.toLocaleString('en-US')),
  fact('Paid', ({ money }) => formatDollars(money.paidCents)),
  fact('Parts sold', ({ money }) => formatDollars(money.soldCents - money.refundedCents)),
  fact('Other', ({ money }) => formatDollars(money.coresCents + money.receivedCents)),
  { label: 'Result', card: 'corner', numeric: true, cell: ({ money }) => formatDollars(resultOf(money)) },
  fact('Return', ({ money }) => {
    const percent = returnPercent(money);
    return percent === null ? '' : `${percent}%`;
  }),
  fact('Days', ({ days }) => (days === null ? '' : String(days))),
  fact('Still listed', ({ money }) => formatDollars(money.listedCents)),
];

/** A card has no heads of columns, so its facts name themselves. */
function fact(label: string, read: (group: GroupRow) => string): Column<GroupRow> {
  return {
    label,
    card: 'fact',
    numeric: true,
    cell: (group) => {
      const value = read(group);
      return value === '' ? (
        ''
      ) : (
        <>
          <span className="lg:hidden">{label} </span>
          {value}
        </>
      );
    },
  };
}
