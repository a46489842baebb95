import { sql } from 'kysely';
import type { ReturnKind } from '#core/orders/return.ts';
import type { JurisdictionTax, Movement } from './movements.ts';
import { placeOf } from './read-orders.server.ts';
import type { SalesDays } from './read-days.server.ts';
import {
  bothTimes,
  type Cursor,
  inCents,
  inPage,
  PAGE_SIZE,
  type PageQuery,
  readPages,
  type Run,
} from './read-pages.server.ts';

type DoneRefund = Extract<Movement, { kind: 'refund' }>;

/** A refund that was done, or that failed after it was done. */
export interface RefundRow extends Cursor, DoneRefund {
  number: string;
  refunded_utc: string;
  refunded: string;
  isReversal: boolean;
  reason: string;
  cause: string | null;
  returnKind: ReturnKind | null;
  returnReason: string | null;
  paymentId: string;
  refundId: string | null;
}

/** Splits the tax of a step among the jurisdictions, so that all steps of an order add up to what was charged. */
const taxesOfStep = sql<JurisdictionTax[]>`(
  select coalesce(json_agg(json_build_object(
    'level', level, 'state', state, 'name', name, 'cents', (100 * share)::float8
  ) order by position) filter (where share <> 0), '[]')
  from (
    select *, round(reached * step.taxed, 2) - round((reached - tax) * step.taxed, 2)
      - round(reached * step.taxed_before, 2) + round((reached - tax) * step.taxed_before, 2) as share
    from (
      select *, sum(tax) over (order by position) as reached from order_taxes where order_id = orders.id
    ) as charged
  ) as shares
)`;

/** The part of a refund that its lines name. A refund of all that was paid at once has all of the order. */
const ofLines = (column: 'core_charge' | 'battery_fee', ofOrder: 'core' | 'battery_fee') => sql`
  sign(step.amount) * case when abs(step.amount) >= coalesce(orders.charged, orders.amount)
    then ${sql.ref(`orders.${ofOrder}`)}
    else (select coalesce(sum(${sql.ref(column)}), 0) from refund_lines where refund_id = found.id)
  end`;

const selectRefunds: PageQuery<RefundRow & { counts: boolean }> = (days, after) => sql`
  select found.at::text as at, found.id::text as key, 'refund' as kind, found.is_reversal as "isReversal",
    step.refund_id is not null and orders.paid_at is not null as counts,
    orders.number::text as number, ${bothTimes('found.at', 'refunded', days)},
    refunds.reason, refunds.cause, returns.kind as "returnKind", returns.reason as "returnReason",
    refunds.payment_id as "paymentId", refunds.provider_id as "refundId",
    refunds.cause is not distinct from 'corrected' as "isOverpaid", ${placeOf('refunds.method')} as place, ${taxesOfStep} as taxes,
    ${inCents(sql`step.amount`)} as "totalCents",
    ${inCents(sql`round(orders.tax * step.taxed, 2) - round(orders.tax * step.taxed_before, 2)`)} as "taxCents",
    ${inCents(ofLines('core_charge', 'core'))} as "coreCents",
    ${inCents(ofLines('battery_fee', 'battery_fee'))} as "batteryFeeCents"
  from (
    (
      select id, order_id, false as is_reversal, done_at as at from refunds
      where done_at is not null and ${inPage(days, after, ['done_at', 'id', 'uuid'])}
      order by done_at, id limit ${PAGE_SIZE}
    )
    union all
    (
      select id, order_id, true, updated_at from refunds
      where done_at is not null and state = 'failed' and ${inPage(days, after, ['updated_at', 'id', 'uuid'])}
      order by updated_at, id limit ${PAGE_SIZE}
    )
    order by at, id limit ${PAGE_SIZE}
  ) as found
  join refunds on refunds.id = found.id
  join orders on orders.id = found.order_id
  left join lateral refund_steps(orders) as step
    on step.refund_id = found.id and step.is_reversal = found.is_reversal
  left join returns on returns.id = refunds.return_id
  order by found.at, found.id`;

/**
 * Yields the refunds that were done in a period, and those that failed in it after they were done, with minus. Refunds of
 * payments that do not count for their order have no effect on the books.
 */
export async function* readRefunds(run: Run, days: SalesDays): AsyncGenerator<RefundRow[]> {
  for await (const rows of readPages(run, selectRefunds, days)) yield rows.filter(({ counts }) => counts);
}
