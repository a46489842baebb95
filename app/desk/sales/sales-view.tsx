import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { formatDollars, formatShortDollars } from '#core/values/money.ts';
import {
  averageOrderCents,
  countDays,
  revenueCents,
  revenueWithoutTaxCents,
  type SalesPeriod,
  type SalesStep,
  sumSales,
  totalSales,
} from '#core/sales/sales-figures.ts';
import { BarChart } from '#kit/bar-chart.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { buttonClasses } from '#kit/button-classes.ts';
import { classNames } from '#kit/class-names.ts';
import { Select } from '#kit/select.tsx';
import { StatCard, StatCards } from '#kit/stat-card.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import type { Sales, SoldPart } from './read-sales.server.ts';
import { salesFiles } from './sales-files.ts';

const steps: Record<SalesStep, string> = { day: 'Day', week: 'Week' };

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const count = (number: number) => number.toLocaleString('en-US');

interface SalesViewProps extends Sales {
  period: SalesPeriod;
  step: SalesStep;
  invalid: boolean;
  /** Example: '2026-01-31'. */
  today: string;
}

export function SalesView({ period, step, invalid, today, days, ...lists }: SalesViewProps) {
  const sums = sumSales(days, period, step);
  const total = totalSales(sums);
  const average = averageOrderCents(total);
  const bars = (value: (each: (typeof sums)[number]) => number) =>
    sums.map((each) => {
      const label = shortDay.format(new Date(each.from));
      return { label, name: step === 'week' ? `Week of ${label}` : label, value: value(each) };
    });
  return (
    <>
      <ScreenHead title="Sales" note="By day of payment or refund, with tax and shipping">
        <ButtonLink to="/admin/sales/payouts">Payouts</ButtonLink>
      </ScreenHead>
      <PeriodForm period={period} step={step} invalid={invalid} />
      <StatCards>
        <StatCard label="Orders" value={total.orders} />
        <StatCard label="Revenue" value={formatDollars(revenueCents(total))} note="paid minus refunded" />
        <StatCard label="Revenue without tax" value={formatDollars(revenueWithoutTaxCents(total))} />
        <StatCard label="Average order" value={average === null ? '–' : formatDollars(average)} />
        <StatCard
          label="Refunded"
          value={formatDollars(total.refundedCents)}
          note={`${count(total.refunds)} ${total.refunds === 1 ? 'refund' : 'refunds'}`}
        />
      </StatCards>
      <div className="grid gap-4 lg:grid-cols-2">
        <BarChart
          title={`Revenue by ${step}`}
          bars={bars(revenueCents)}
          format={formatShortDollars}
          none="Nothing was sold in this period."
        />
        <BarChart
          title={`Orders by ${step}`}
          bars={bars(({ orders }) => orders)}
          format={count}
          none="No order was paid in this period."
        />
      </div>
      <details className="mt-4">
        <summary className="min-h-9 cursor-pointer py-2 font-semibold">Show as a table</summary>
        <Table label={`Sales by ${step}`} className="mt-1">
          <thead>
            <Row>
              <HeaderCell>{steps[step]}</HeaderCell>
              <HeaderCell numeric>Orders</HeaderCell>
              <HeaderCell numeric>Paid</HeaderCell>
              <HeaderCell numeric>Refunded</HeaderCell>
              <HeaderCell numeric>Revenue</HeaderCell>
              <HeaderCell numeric>Without tax</HeaderCell>
            </Row>
          </thead>
          <tbody>
            {sums.map((each) => (
              <Row key={each.from}>
                <Cell heading className="whitespace-nowrap">
                  {longDay.format(new Date(each.from))}
                  {each.to !== each.from && ` – ${longDay.format(new Date(each.to))}`}
                </Cell>
                <Cell numeric>{count(each.orders)}</Cell>
                <Cell numeric>{formatDollars(each.paidCents)}</Cell>
                <Cell numeric>{formatDollars(each.refundedCents)}</Cell>
                <Cell numeric>{formatDollars(revenueCents(each))}</Cell>
                <Cell numeric>{formatDollars(revenueWithoutTaxCents(each))}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </details>
      <h2 className="mt-4 mb-2">For the accountant</h2>
      <div className="flex flex-wrap gap-2">
        {Object.entries(salesFiles).map(([file, label]) => (
          <a
            key={file}
            href={`/admin/sales-file/${file}?${new URLSearchParams({ ...period })}`}
            download
            className={buttonClasses({ variant: 'secondary' })}
          >
            {label} (CSV)
          </a>
        ))}
      </div>
      <Lists {...lists} today={today} />
    </>
  );
}

function PeriodForm({
  period: { from, to },
  step,
  invalid,
}: Pick<SalesViewProps, 'period' | 'step' | 'invalid'>) {
  return (
    <Form className="mb-6 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap" preventScrollReset>
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
      <Select key={step} name="by" label="By" defaultValue={step}>
        {Object.entries(steps).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Button type="submit">Show</Button>
    </Form>
  );
}

function Lists({
  parts,
  lowParts,
  categories,
  missedSearches,
  oldParts,
  today,
}: Omit<Sales, 'days'> & { today: string }) {
  const { timeZone } = useShop();
  const lastDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  return (
    <div className="mt-5 grid gap-x-4 gap-y-5 lg:grid-cols-2">
      <List
        title="Best sellers"
        note="By revenue, without tax and shipping. Refunds are not subtracted."
        columns={['Part', 'Sold', 'Sales', 'In stock']}
        rows={parts.map(partCells)}
      />
      <List
        title="Best sellers running low"
        note="Sold more than once in this period, by units."
        columns={['Part', 'Sold', 'Sales', 'In stock']}
        rows={lowParts.map(partCells)}
      />
      <List
        title="Categories"
        columns={['Category', 'Sold', 'Sales']}
        rows={categories.map(({ name, units, cents }) => ({
          key: name ?? '',
          cells: [name ?? 'Deleted parts', count(units), formatDollars(cents)],
        }))}
      />
      <List
        title="Searched and not found"
        columns={['Search', 'Times', 'Last']}
        rows={missedSearches.map(({ text, times, last }) => ({
          key: text,
          cells: [text, count(times), lastDay.format(new Date(last))],
        }))}
      />
      <List
        title="Longest on the shelf"
        note="Parts in stock, by when they were added."
        isWide
        columns={['Part', 'In stock', 'Price', 'Days']}
        rows={oldParts.map(({ id, name, stock, price, since }) => ({
          key: id,
          cells: [
            <PartLink key="part" name={name} />,
            count(stock),
            price === null ? '–' : formatDollars(Math.round(Number(price) * 100)),
            count(Math.max(0, countDays(since, today))),
          ],
        }))}
      />
    </div>
  );
}

function partCells({ id, name, units, cents, stock }: SoldPart) {
  return {
    key: id,
    cells: [
      stock === null ? name : <PartLink key="part" name={name} />,
      count(units),
      formatDollars(cents),
      stock === null ? 'Deleted' : count(stock),
    ],
  };
}

function PartLink({ name }: { name: string }) {
  return <TextLink to={`/admin?${new URLSearchParams({ q: name })}`}>{name}</TextLink>;
}

interface ListProps {
  title: string;
  note?: string;
  isWide?: boolean;
  /** All but the first are numbers. */
  columns: string[];
  rows: { key: string; cells: ReactNode[] }[];
}

function List({ title, note, isWide, columns, rows }: ListProps) {
  return (
    <section className={classNames('min-w-0', isWide && 'lg:col-span-2')}>
      <h2>{title}</h2>
      {note && <p className="mt-1 text-sm text-muted">{note}</p>}
      <div className="mt-2">
        {rows.length === 0 ? (
          <p className="text-muted">Nothing in this period.</p>
        ) : (
          <Table label={title}>
            <thead>
              <Row>
                {columns.map((column, index) => (
                  <HeaderCell key={column} numeric={index > 0}>
                    {column}
                  </HeaderCell>
                ))}
              </Row>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <Row key={key}>
                  {cells.map((cell, index) => (
                    <Cell
                      key={columns[index]}
                      heading={index === 0}
                      numeric={index > 0}
                      className={index > 0 ? 'whitespace-nowrap' : 'min-w-40 wrap-anywhere'}
                    >
                      {cell}
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        )}
      </div>
    </section>
  );
}
