import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { inCents } from './read-pages.server.ts';

/** A payment or refund has to be in a payout this long before the newest one. Weekends and holidays are in it. */
export const MISSING_AFTER_DAYS = 10;

/** Older money is not compared again. */
const WINDOW_DAYS = 120;

/** The sums of a payout's transactions, in cents, and what is wrong with it. */
export interface PayoutSums {
  paymentCents: number;
  refundCents: number;
  disputeCents: number;
  otherCents: number;
  feeCents: number;
  netCents: number;
  /** Transactions that the shop doesn't know, or has with another amount. */
  problems: number;
}

/** Sums up transactions. The payout's own transaction takes the sum from the balance, so it is left out. */
export const payoutSums = sql<PayoutSums>`
  ${inCents(sql`sum(txn.amount) filter (where txn.kind = 'payment')`)} as "paymentCents",
  ${inCents(sql`sum(txn.amount) filter (where txn.kind = 'refund')`)} as "refundCents",
  ${inCents(sql`sum(txn.amount) filter (where txn.kind = 'dispute')`)} as "disputeCents",
  ${inCents(sql`sum(txn.amount) filter (where txn.kind in ('fee', 'other', 'payout'))`)} as "otherCents",
  ${inCents(sql`sum(txn.fee)`)} as "feeCents", ${inCents(sql`sum(txn.net)`)} as "netCents",
  (count(*) filter (where txn.problem is not null))::int as problems`;

/** Joins the transactions of a payout but its own one. */
export const itsTransactions = sql`
  matched_transactions as txn on txn.payout_id = payouts.id and txn.source_id is distinct from payouts.id`;

/** A payout that differs from its transactions, or from what the shop has. Amounts are in cents. */
export interface PayoutDifference extends PayoutSums {
  id: string;
  amountCents: number;
}

/** Finds the complete payouts of the last months with a difference. */
export async function findPayoutDifferences(transaction: Transaction<DB>): Promise<PayoutDifference[]> {
  const { rows } = await sql<PayoutDifference>`
    select payouts.id, ${inCents(sql`payouts.amount`)} as "amountCents", ${payoutSums}
    from payouts left join ${itsTransactions}
    where complete_at is not null and payouts.created_at >= now() - make_interval(days => ${WINDOW_DAYS})
    group by payouts.id
    having payouts.amount <> coalesce(sum(txn.net), 0) or count(*) filter (where txn.problem is not null) > 0
    order by payouts.created_at desc, payouts.id desc`.execute(transaction);
  return rows;
}

/** Money of the shop that is in no payout, in cents. */
export interface MissingMoney {
  kind: 'payment' | 'refund';
  /** The provider's id. */
  id: string;
  orderNumber: number;
  cents: number;
  /** ISO 8601. */
  at: string;
}

/**
 * Finds online payments and refunds of the last months that are in no payout, although payouts that are 10 days younger were
 * read. Oldest first. Money from before the first payout that was read is not compared.
 */
export async function findMissingMoney(transaction: Transaction<DB>, most: number): Promise<MissingMoney[]> {
  const { rows } = await sql<Omit<MissingMoney, 'at'> & { at: Date }>`
    with bounds as (
      select greatest(min(created_at), now() - make_interval(days => ${WINDOW_DAYS})) as since,
        max(created_at) filter (where complete_at is not null)
          - make_interval(days => ${MISSING_AFTER_DAYS}) as until
      from payouts where automatic
    ), money as (
      select 'payment' as kind, orders.payment_id as id, orders.id as order_id, orders.paid_at as at
      from orders, bounds
      where paid_at >= since and paid_at < until and payment_method is null
        and not exists (
          select from balance_transactions where kind = 'payment' and payment_id = orders.payment_id
        )
      union all
      select 'payment', balance.payment_id, order_id, paid_at
      from order_balances as balance, bounds
      where paid_at >= since and paid_at < until and not exists (
        select from balance_transactions where kind = 'payment' and payment_id = balance.payment_id
      )
      union all
      select 'refund', provider_id, order_id, done_at
      from refunds, bounds
      where done_at >= since and done_at < until and state = 'done' and method is null
        and provider_id not like 'charge:%'
        and not exists (select from balance_transactions where kind = 'refund' and source_id = provider_id)
      order by at, id limit ${most}
    )
    select money.kind, money.id, orders.number::int as "orderNumber", money.at, ${inCents(sql`
      case money.kind when 'payment' then (
        select paid from order_payments as own where own.order_id = orders.id and own.payment_id = money.id limit 1
      ) else (select coalesce(amount, orders.amount) from refunds where provider_id = money.id) end`)} as cents
    from money join orders on orders.id = money.order_id order by money.at, money.id`.execute(transaction);
  return rows.map((row) => Object.assign(row, { at: row.at.toISOString() }));
}
