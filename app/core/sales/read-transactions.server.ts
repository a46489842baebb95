import { sql } from 'kysely';
import type { ProviderMovement } from './movements.ts';
import { bothTimes, type Cursor, inCents, inPage, PAGE_SIZE, type PageQuery } from './read-pages.server.ts';

/** A transaction of a payout. */
export interface TransactionRow extends Cursor, ProviderMovement {
  id: string;
  happened_utc: string;
  happened: string;
  type: string;
  /** Null if the shop has no order for it. */
  number: string | null;
  payoutId: string;
  arrivesOn: string;
}

/** Selects the transactions of a period on the provider's balance that are part of payouts. */
export const selectTransactions: PageQuery<TransactionRow> = (days, after) => sql<TransactionRow>`
  select txn.created_at::text as at, txn.id as key, 'provider' as kind, txn.id, txn.kind as transaction, txn.type,
    ${bothTimes('txn.created_at', 'happened', days)}, orders.number::text as number,
    payouts.id as "payoutId", payouts.arrives_on::text as "arrivesOn",
    ${inCents(sql`txn.amount`)} as "amountCents", ${inCents(sql`txn.fee`)} as "feeCents",
    -- The journal has disputes only from here.
    ${inCents(sql`case when txn.kind in ('payment', 'refund') then txn.booked end`)} as "bookedCents"
  from (
    select id from balance_transactions where ${inPage(days, after, ['created_at', 'id', 'text'])}
    order by created_at, id limit ${PAGE_SIZE}
  ) as found
  join matched_transactions as txn on txn.id = found.id
  join payouts on payouts.id = txn.payout_id
  left join orders on orders.id = txn.order_id
  order by txn.created_at, txn.id`;
