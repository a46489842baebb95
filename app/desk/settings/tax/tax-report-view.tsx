import { Form } from 'react-router';
import { usStates } from '#core/addresses/destination.ts';
import { formatDollars } from '#core/values/money.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import type { ReportPeriod, TaxReportLine } from '#core/pricing/tax-report.ts';
import { Button } from '#kit/button.tsx';
import { buttonClasses } from '#kit/button-classes.ts';
import { EmptyState } from '#kit/empty-state.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { TAX_PAGE } from '../settings-pages.ts';
import type { BatteryFeeReport } from './battery-fee-report.server.ts';
import { formatRate } from './format-rate.ts';

const levels: Record<TaxReportLine['level'], string> = {
  flat: 'One rate',
  state: 'State',
  county: 'County',
  city: 'City',
  district: 'District',
};

const MAX_SHOWN = 500;

interface TaxReportViewProps {
  period: ReportPeriod;
  invalid: boolean;
  lines: TaxReportLine[];
  batteryFee: BatteryFeeReport;
}

export function TaxReportView({ period, invalid, lines, batteryFee }: TaxReportViewProps) {
  const { from, to } = period;
  return (
    <>
      <ScreenHead title="Sales tax report" back={{ to: TAX_PAGE, label: 'Sales tax' }} />
      <p className="-mt-2 mb-4 max-w-prose text-muted">
        Paid orders by the day they were placed, and refunds by the day they were made. The same sale counts
        for its state, its county and its districts.
      </p>
      <Form className="mb-6 flex flex-wrap items-end gap-3" preventScrollReset>
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
        <a
          href={`/admin/tax-report.csv?${new URLSearchParams({ from, to })}`}
          download
          className={buttonClasses({ variant: 'secondary' })}
        >
          Download CSV
        </a>
      </Form>
      {lines.length === 0 ? (
        <EmptyState title="No taxed orders and no refunds in this period" />
      ) : (
        <ReportTable lines={lines.slice(0, MAX_SHOWN)} />
      )}
      {lines.length > MAX_SHOWN && (
        <p className="mt-3 text-muted">
          The first {MAX_SHOWN} of {lines.length.toLocaleString('en-US')} lines. The download has all.
        </p>
      )}
      <BatteryFee {...batteryFee} />
    </>
  );
}

/** Is shown only to shops that sell batteries to California. */
function BatteryFee({ batteries, chargedCents, refundedCents }: BatteryFeeReport) {
  if (chargedCents === 0 && refundedCents === 0) return null;
  return (
    <section aria-labelledby="battery-fee" className="mt-8">
      <h2 id="battery-fee">{BATTERY_FEE_NAME}</h2>
      <p className="mt-1 mb-4 max-w-prose text-muted">
        For your separate fee return, for the same period. The fee is not part of taxable sales.
      </p>
      <dl className="grid max-w-xs grid-cols-[1fr_auto] gap-y-1 tabular-nums">
        {[
          ['Batteries sold', batteries.toLocaleString('en-US')],
          ['Fee charged', formatDollars(chargedCents)],
          ['Fee refunded', formatDollars(refundedCents)],
          ['Net fee', formatDollars(chargedCents - refundedCents)],
        ].map(([label, value]) => (
          <div key={label} className="contents last:font-semibold">
            <dt>{label}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ReportTable({ lines }: { lines: TaxReportLine[] }) {
  return (
    <Table label="Sales tax report">
      <thead>
        <Row>
          <HeaderCell>Jurisdiction</HeaderCell>
          <HeaderCell numeric>Rate</HeaderCell>
          <HeaderCell numeric>Taxable sales</HeaderCell>
          <HeaderCell numeric>Exempt sales</HeaderCell>
          <HeaderCell numeric>Tax</HeaderCell>
          <HeaderCell numeric>Tax refunded</HeaderCell>
          <HeaderCell numeric>Net taxable sales</HeaderCell>
          <HeaderCell numeric>Net tax</HeaderCell>
        </Row>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={`${line.state} ${line.level} ${line.name} ${line.rate}`}>
            <Cell heading>
              {line.level === 'state' ? (usStates[line.name] ?? line.name) : line.name}
              <span className="block text-muted">
                {levels[line.level]}
                {line.level !== 'state' && line.state !== null && `, ${line.state}`}
              </span>
            </Cell>
            <Cell numeric>{formatRate(line.rate)}</Cell>
            <Cell numeric>{formatDollars(line.taxableCents)}</Cell>
            <Cell numeric>{formatDollars(line.exemptCents)}</Cell>
            <Cell numeric>{formatDollars(line.taxCents)}</Cell>
            <Cell numeric>{formatDollars(line.refundedTaxCents)}</Cell>
            <Cell numeric>{formatDollars(line.taxableCents - line.refundedTaxableCents)}</Cell>
            <Cell numeric className="font-semibold">
              {formatDollars(line.taxCents - line.refundedTaxCents)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
