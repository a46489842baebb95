import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { formatCsvLine } from '#core/values/csv.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { ReportPeriod, TaxReportLine } from '#core/pricing/tax-report.ts';
import { readSettings } from '#core/settings/settings.server.ts';

/** Covers all jurisdictions of the country at a few rates each. */
const MAX_LINES = 20_000;

/**
 * Sums paid orders of the period, and refunds that were made in it, by jurisdiction and rate. The day of an order is the
 * day that it was placed. A refund takes off the tax that was charged on its units, in the shares of the jurisdictions, and as
 * much of the taxable amount; all refunds of an order together take off exactly what was charged.
 */
export async function readTaxReport(
  transaction: Transaction<DB>,
  { from, to }: ReportPeriod,
): Promise<TaxReportLine[]> {
  const { business } = await readSettings(transaction);
  const begin = sql`(${from}::date::timestamp at time zone ${business.timeZone})`;
  const end = sql`((${to}::date + 1)::timestamp at time zone ${business.timeZone})`;
  const isBefore = sql`refunds.updated_at < ${begin}`;
  const { rows } = await sql<
    Record<string, string> & { level: TaxReportLine['level']; state: string | null }
  >`
    with refunded as (
      select orders.id, orders.amount, orders.tax,
        coalesce(orders.charged, orders.amount) - paid_too_much(orders) as paid,
        -- What was paid too much goes back first. It is no part of the sale.
        greatest(0, coalesce(sum(refunds.amount) filter (where ${isBefore}), 0) - paid_too_much(orders)) as before,
        greatest(0, sum(refunds.amount) - paid_too_much(orders)) as until,
        coalesce(sum(refunds.tax) filter (where ${isBefore}), 0) as tax_before,
        coalesce(sum(refunds.tax), 0) as tax_until,
        -- Refunds without units: they have a share of the tax.
        coalesce(sum(refunds.amount) filter (where refunds.tax is null and ${isBefore}), 0) as untaxed_before,
        coalesce(sum(refunds.amount) filter (where refunds.tax is null), 0) as untaxed_until
      from orders join done_refunds as refunds on refunds.order_id = orders.id
      where orders.amount > 0 and refunds.updated_at < ${end}
        and orders.id in (
          select order_id from refunds where state = 'done' and updated_at >= ${begin} and updated_at < ${end}
        )
      group by orders.id
    ),
    shares as (
      select id, case when before >= paid then 1 else least(1, before / amount) end as before,
        case when until >= paid then 1 else least(1, until / amount) end as until,
        case when before >= paid then 1 when tax > 0 then least(1, tax_before / tax + untaxed_before / amount)
          else before / amount end as taxed_before,
        case when until >= paid then 1 when tax > 0 then least(1, tax_until / tax + untaxed_until / amount)
          else until / amount end as taxed_until
      from refunded
    ),
    entries as (
      select state, level, name, rate, taxable, exempt, order_taxes.tax,
        0::numeric as refunded_taxable, 0::numeric as refunded_exempt, 0::numeric as refunded_tax
      from orders join order_taxes on order_id = orders.id
      where orders.created_at >= ${begin} and orders.created_at < ${end} and payment_id is not null
      union all
      select state, level, name, rate, 0, 0, 0,
        round(taxable * taxed_until, 2) - round(taxable * taxed_before, 2),
        round(exempt * until, 2) - round(exempt * before, 2),
        -- Sums up to the refunded tax of the whole order.
        round(reached * taxed_until, 2) - round((reached - tax) * taxed_until, 2)
          - round(reached * taxed_before, 2) + round((reached - tax) * taxed_before, 2)
      from shares cross join lateral (
        select *, sum(tax) over (order by position) as reached from order_taxes where order_id = shares.id
      ) as charged
    )
    select state, level, name, rate, sum(taxable) as taxable, sum(exempt) as exempt, sum(tax) as tax,
      sum(refunded_taxable) as refunded_taxable, sum(refunded_exempt) as refunded_exempt,
      sum(refunded_tax) as refunded_tax
    from entries group by state, level, name, rate
    order by state nulls first, array_position(array['flat', 'state', 'county', 'city', 'district'], level), name, rate
    limit ${MAX_LINES}`.execute(transaction);
  const cents = (amount: string | undefined) => centsFromDollars(amount ?? 0);
  return rows.map((row) => ({
    state: row.state,
    level: row.level,
    name: row.name ?? '',
    rate: Number(row.rate),
    taxableCents: cents(row.taxable),
    exemptCents: cents(row.exempt),
    taxCents: cents(row.tax),
    refundedTaxableCents: cents(row.refunded_taxable),
    refundedExemptCents: cents(row.refunded_exempt),
    refundedTaxCents: cents(row.refunded_tax),
  }));
}

const COLUMNS = [
  'state',
  'level',
  'jurisdiction',
  'rate',
  'taxable_sales',
  'exempt_sales',
  'tax',
  'refunded_taxable_sales',
  'refunded_exempt_sales',
  'refunded_tax',
  'net_taxable_sales',
  'net_exempt_sales',
  'net_tax',
];

/** Reads the report for a download, and logs who did. */
export async function exportTaxReport(
  transaction: Transaction<DB>,
  period: ReportPeriod,
): Promise<TaxReportLine[]> {
  const lines = await readTaxReport(transaction, period);
  await logAdminAction(transaction, 'export_tax_report', {
    resourceType: 'order_taxes',
    ...period,
    lines: lines.length,
  });
  return lines;
}

/** Formats the report as CSV, line by line. Amounts are in dollars. */
export function* formatTaxReport(lines: readonly TaxReportLine[]): Generator<string> {
  yield formatCsvLine(COLUMNS);
  for (const line of lines) {
    const amounts = [
      line.taxableCents,
      line.exemptCents,
      line.taxCents,
      line.refundedTaxableCents,
      line.refundedExemptCents,
      line.refundedTaxCents,
      line.taxableCents - line.refundedTaxableCents,
      line.exemptCents - line.refundedExemptCents,
      line.taxCents - line.refundedTaxCents,
    ];
    // Cells are numbers, not texts: an amount may begin with a minus.
    const cells = [line.state ?? '', line.level, line.name, line.rate];
    yield formatCsvLine([...cells, ...amounts.map((cents) => cents / 100)]);
  }
}
