import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { OrderStatus } from '../order.ts';
import { computeQuoteState, type QuoteState } from './quote.ts';

export interface LockedQuote {
  number: number;
  state: QuoteState;
  fulfillment: string | null;
  /** Id of the latest change. */
  changeId: string | null;
  createdBy: string;
  expiresAt: Date;
  /** Time of the database's clock. */
  now: Date;
  /** The payment page that the buyer has opened. */
  page: { sessionId: string; url: string } | null;
  /** Key of the latest request for a page. */
  pageKey: string | null;
  totalCents: number;
}

/** Locks a quote, so that it is paid, changed and canceled one after the other. Returns undefined if there is none. */
export async function lockQuote(
  transaction: Transaction<DB>,
  orderId: string,
): Promise<LockedQuote | undefined> {
  const order = await transaction
    .selectFrom('orders')
    .select(['number', 'status', 'stock', 'fulfillment', 'amount', 'expires_at'])
    .select(['payment_id', 'payment_session_id', 'payment_url'])
    .where('id', '=', orderId)
    .where('purchase', '=', 'quote')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!order) return undefined;
  // This needs a statement of its own: the one that waits for a lock does not see later changes of other tables.
  const quote = await transaction
    .selectFrom('quotes')
    .select(['created_by', 'canceled_at', 'change_id', 'page_key', sql<Date>`clock_timestamp()`.as('now')])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const expiresAt = order.expires_at ?? new Date(0);
  const facts = {
    status: order.status as OrderStatus,
    isPaid: order.payment_id !== null,
    isSold: order.stock === 'sold',
    isCanceled: quote.canceled_at !== null,
    expiresAt,
  };
  const { payment_session_id: sessionId, payment_url: url } = order;
  return {
    number: Number(order.number),
    state: computeQuoteState(facts, quote.now),
    fulfillment: order.fulfillment,
    changeId: quote.change_id,
    createdBy: quote.created_by,
    expiresAt,
    now: quote.now,
    page: sessionId !== null && url !== null ? { sessionId, url } : null,
    pageKey: quote.page_key,
    totalCents: centsFromDollars(order.amount),
  };
}
