import { sql, type Transaction } from 'kysely';
import { centsFromDollars } from '#core/values/money.ts';
import type { DB } from '#db/types.ts';
import type { DaySales, SalesPeriod } from './sales-figures.ts';

/** Days in the time zone of the shop. */
export interface SalesDays extends SalesPeriod {
  timeZone: string;
}

/** Limits a column to a period of days in the shop's time zone. */
export function periodIn(column: string, { from, to, timeZone }: SalesDays) {
  return sql<boolean>`${sql.ref(column)} >= ${from}::date::timestamp at time zone ${timeZone}
    and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
}

/** Reads the sums of each day that has sales. */
export async function readDays(transaction: Transaction<DB>, options: SalesDays): Promise<DaySales[]> {
  const { rows } = await sql<Record<Exclude<keyof DaySales, 'day'>, string> & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(orders) as orders,
      sum(paid) as "paidCents", sum(paid_tax) as "paidTaxCents", sum(refunds) as refunds,
      sum(refunded) as "refundedCents", sum(refunded_tax) as "refundedTaxCents"
    from (
      select (slot at time zone ${options.timeZone})::date as day, sales_sums.* from sales_sums
      where ${periodIn('slot', options)}
    ) as sums
    group by sums.day order by sums.day`.execute(transaction);
  return rows.map((row) => ({
    day: row.day,
    orders: Number(row.orders),
    paidCents: centsFromDollars(row.paidCents),
    paidTaxCents: centsFromDollars(row.paidTaxCents),
    refunds: Number(row.refunds),
    refundedCents: centsFromDollars(row.refundedCents),
    refundedTaxCents: centsFromDollars(row.refundedTaxCents),
  }));
}
