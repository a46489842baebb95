import { sql, type Transaction } from 'kysely';
import type { PayoutState, TransactionKind } from '#core/payments/payout.ts';
import { cursorTime, isBeyond, timeAndTextPlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, type ListPage, readStart } from '#core/platform/list-page.server.ts';
import { itsTransactions, payoutSums, type PayoutSums } from '#core/sales/payout-differences.server.ts';
import { inCents } from '#core/sales/read-pages.server.ts';
import type { PagePlace } from '#core/values/list-address.ts';
import type { DB } from '#db/types.ts';
import type { TransactionsQuery } from './payouts-address.ts';

/** A payout with the sums of its transactions, in cents. */
export interface PayoutRow extends PayoutSums {
  id: string;
  amountCents: number;
  state: PayoutState;
  automatic: boolean;
  /** True once all of its transactions were read. */
  isComplete: boolean;
  /** Example: '2026-01-31'. */
  arrivesOn: string;
}

const PAGE_SIZE = 25;

const columns = sql`
  payouts.id, ${inCents(sql`payouts.amount`)} as "amountCents", payouts.state, payouts.automatic,
  payouts.complete_at is not null as "isComplete", payouts.arrives_on::text as "arrivesOn"`;

/** Lists one page, newest first. */
export async function listPayouts(
  transaction: Transaction<DB>,
  query: PagePlace,
): Promise<ListPage<PayoutRow>> {
  const start = readStart(query, ...timeAndTextPlace);
  const direction = sql.raw(start.backwards ? 'asc' : 'desc');
  const place = isBeyond(start.place, start.backwards ? 'asc' : 'desc', ['created_at', 'id'], 'text');
  const { rows } = await sql<PayoutRow & { time: string }>`
    select ${columns}, ${cursorTime('payouts.created_at')} as time, sums.*
    from (
      select * from payouts where ${place} order by created_at ${direction}, id ${direction} limit ${PAGE_SIZE + 1}
    ) as payouts
    left join lateral (
      select ${payoutSums} from (select payouts.id) as own left join ${itsTransactions}
    ) as sums on true
    order by payouts.created_at ${direction}, payouts.id ${direction}`.execute(transaction);
  return cutPage(rows, start, PAGE_SIZE, ({ time, id }) => [time, id]);
}

/** Reads one payout. Returns undefined if there is none. */
export async function readPayout(transaction: Transaction<DB>, id: string): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    select ${columns}, ${payoutSums}
    from payouts left join ${itsTransactions} where payouts.id = ${id} group by payouts.id`.execute(
    transaction,
  );
  return rows[0];
}

/** A transaction of a payout, in cents. */
export interface TransactionRow {
  id: string;
  kind: TransactionKind;
  /** The provider's word for the kind. */
  type: string;
  grossCents: number;
  feeCents: number;
  netCents: number;
  /** ISO 8601. */
  at: string;
  paymentId: string | null;
  orderNumber: number | null;
  /** The amount that the shop has. Null if it has none. */
  bookedCents: number | null;
  problem: 'unknown' | 'amount' | null;
}

const TRANSACTIONS = 50;

/** Lists one page of the transactions of a payout, newest first. */
export async function listTransactions(
  transaction: Transaction<DB>,
  payoutId: string,
  { show, ...query }: TransactionsQuery,
): Promise<ListPage<TransactionRow>> {
  const start = readStart(query, ...timeAndTextPlace);
  const order = start.backwards ? 'asc' : 'desc';
  const direction = sql.raw(order);
  const { rows } = await sql<Omit<TransactionRow, 'at'> & { at: Date; time: string }>`
    select txn.id, txn.kind, txn.type, ${inCents(sql`txn.amount`)} as "grossCents",
      ${inCents(sql`txn.fee`)} as "feeCents", ${inCents(sql`txn.net`)} as "netCents", txn.created_at as at,
      txn.payment_id as "paymentId", orders.number::int as "orderNumber",
      (100 * txn.booked)::float8 as "bookedCents", txn.problem, ${cursorTime('txn.created_at')} as time
    from matched_transactions as txn left join orders on orders.id = txn.order_id
    where txn.payout_id = ${payoutId} and txn.source_id is distinct from ${payoutId}
      and ${show === 'problems' ? sql`txn.problem is not null` : sql`true`}
      and ${isBeyond(start.place, order, ['txn.created_at', 'txn.id'], 'text')}
    order by txn.created_at ${direction}, txn.id ${direction} limit ${TRANSACTIONS + 1}`.execute(transaction);
  const page = cutPage(rows, start, TRANSACTIONS, ({ time, id }) => [time, id]);
  return { ...page, rows: page.rows.map((row) => Object.assign(row, { at: row.at.toISOString() })) };
}
