import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { ReportPeriod } from '#core/pricing/tax-report.ts';
import { readSettings } from '#core/settings/settings.server.ts';

/** Holds the California battery fee of a period, in cents. */
export interface BatteryFeeReport {
  /** Batteries that were sold with the fee. */
  batteries: number;
  chargedCents: number;
  refundedCents: number;
}

/**
 * Sums the California battery fee of paid orders and of refunds that were made in the period, by the same days as the sales
 * tax report. Refunds name the fee of their units; when all of a payment is refunded, all of its fee is.
 */
export async function readBatteryFeeReport(
  transaction: Transaction<DB>,
  { from, to }: ReportPeriod,
): Promise<BatteryFeeReport> {
  const { business } = await readSettings(transaction);
  const begin = sql`(${from}::date::timestamp at time zone ${business.timeZone})`;
  const end = sql`((${to}::date + 1)::timestamp at time zone ${business.timeZone})`;
  const { rows } = await sql<Record<'batteries' | 'charged' | 'refunded', string>>`
    with charged as (
      select coalesce(sum(battery_fee), 0) as fee, coalesce(sum((
          select sum(quantity) from order_lines where order_id = orders.id and order_lines.battery_fee > 0
        )), 0) as batteries
      from orders
      where battery_fee > 0 and payment_id is not null and created_at >= ${begin} and created_at < ${end}
    ),
    refunded as (
      select coalesce(orders.charged, orders.amount) as paid, orders.battery_fee as fee,
        coalesce(sum(refunds.amount) filter (where updated_at < ${begin}), 0) as before,
        sum(refunds.amount) as until,
        coalesce(sum(lines.fee) filter (where updated_at < ${begin}), 0) as fee_before,
        coalesce(sum(lines.fee), 0) as fee_until
      from orders join done_refunds as refunds on refunds.order_id = orders.id
      cross join lateral (
        select coalesce(sum(battery_fee), 0) as fee from refund_lines where refund_id = refunds.id
      ) as lines
      where orders.battery_fee > 0 and updated_at < ${end}
      group by orders.id
    )
    select batteries, charged.fee as charged, (
      select coalesce(sum(
        case when until >= paid then fee else fee_until end - case when before >= paid then fee else fee_before end
      ), 0) from refunded
    ) as refunded
    from charged`.execute(transaction);
  const [row] = rows as [(typeof rows)[number]];
  return {
    batteries: Number(row.batteries),
    chargedCents: centsFromDollars(row.charged),
    refundedCents: centsFromDollars(row.refunded),
  };
}
