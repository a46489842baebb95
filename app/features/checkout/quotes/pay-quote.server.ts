import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OrderStatus } from '#domain/order.ts';
import { computeQuoteState, type QuoteState } from '#domain/quote.ts';
import { type Database, PaymentProviderError, type Payments } from '#services';
import { applyPaymentEvent } from '#features/checkout/apply-payment-event.server.ts';
import { closeOrder, endPendingOrder } from '#features/checkout/close-order.server.ts';
import { readPaymentRequest } from '#features/checkout/payment-request.server.ts';

interface PayQuote {
  database: Database;
  payments: Payments;
  /** Without a trailing slash. */
  siteUrl: string;
  orderId: string;
}

/** `isNew` is false for the existing page. Without an address, the quote is not open, or its payment is being confirmed. */
export type QuotePayment =
  | { url: string; isNew: boolean }
  | { state: Exclude<QuoteState, 'open'> | 'processing' };

const asShop = { role: 'service_role' } as const;

/**
 * Opens the payment page of an open quote, for exactly the amounts of its order. All tabs and all links get the same page.
 * If the provider fails, the quote stays open, and the next try asks with a new key. Throws a PaymentProviderError.
 */
export async function payQuote(options: PayQuote): Promise<QuotePayment> {
  const begun = await beginPage(options);
  if ('state' in begun) return begun;
  return 'sessionId' in begun ? continuePage(options, begun) : createPage(options, begun.key);
}

type Begun =
  | { state: Exclude<QuoteState, 'open'> }
  | { sessionId: string; url: string }
  /** Of the request for a page. Another tab may send the same one. */
  | { key: string };

/** A cancellation waits for this transaction, or this one for the cancellation. */
function beginPage({ database, orderId }: PayQuote): Promise<Begun> {
  return database.as(asShop, async (transaction) => {
    const quote = await transaction
      .selectFrom('orders')
      .innerJoin('quotes', 'quotes.order_id', 'orders.id')
      .select(['status', 'stock', 'payment_id', 'payment_session_id', 'payment_url', 'expires_at'])
      .select(['canceled_at', 'page_key'])
      .where('orders.id', '=', orderId)
      .where('purchase', '=', 'quote')
      .forUpdate('orders')
      .executeTakeFirstOrThrow();
    const facts = {
      status: quote.status as OrderStatus,
      isPaid: quote.payment_id !== null,
      isSold: quote.stock === 'sold',
      isCanceled: quote.canceled_at !== null,
      expiresAt: quote.expires_at ?? new Date(0),
    };
    const state = computeQuoteState(facts, new Date());
    if (state !== 'open') return { state };
    if (quote.payment_session_id && quote.payment_url) {
      return { sessionId: quote.payment_session_id, url: quote.payment_url };
    }
    if (quote.page_key) return { key: quote.page_key };
    const key = randomUUID();
    await transaction
      .updateTable('quotes')
      .set({ page_key: key, page_asked_at: sql`now()` })
      .where('order_id', '=', orderId)
      .execute();
    return { key };
  });
}

async function createPage(options: PayQuote, key: string): Promise<QuotePayment> {
  const { database, payments, orderId } = options;
  let page;
  try {
    const request = await database.as(asShop, (transaction) => readPaymentRequest(transaction, orderId));
    page = await payments.createPage({ ...request, key });
  } catch (error) {
    await forgetKey(options, key);
    throw error;
  }
  const { sessionId, url } = page;
  const stored = await database.as(asShop, (transaction) =>
    transaction
      .updateTable('orders')
      .set({ payment_session_id: sessionId, payment_url: url })
      .where('id', '=', orderId)
      .where('status', '=', 'pending')
      .where((order) =>
        order.or([order('payment_session_id', 'is', null), order('payment_session_id', '=', sessionId)]),
      )
      .executeTakeFirst(),
  );
  if (stored.numUpdatedRows === 1n) return { url, isNew: true };
  // Another tab has made a page, or the quote has ended. This page was not shown.
  await payments.closePage(sessionId);
  const begun = await beginPage(options);
  if ('state' in begun) return begun;
  return 'sessionId' in begun ? continuePage(options, begun) : { state: 'expired' };
}

/** The provider repeats failed answers to a key. A page that it made anyway was not shown. */
async function forgetKey({ database, orderId }: PayQuote, key: string): Promise<void> {
  await database.as(asShop, (transaction) =>
    transaction
      .updateTable('quotes')
      .set({ page_key: null, page_asked_at: null })
      .where('order_id', '=', orderId)
      .where('page_key', '=', key)
      .execute(),
  );
}

async function continuePage(
  options: PayQuote,
  { sessionId, url }: { sessionId: string; url: string },
): Promise<QuotePayment> {
  const { database, payments, siteUrl, orderId } = options;
  const page = await payments.fetchPage(sessionId).catch(ignoreUnknownPage);
  if (page?.state === 'open') return { url, isNew: false };
  if (page?.state === 'processing') return { state: 'processing' };
  if (page?.state === 'paid') {
    await applyPaymentEvent({ database, siteUrl, event: { ...page.event, orderId }, source: 'asked' });
  } else if (page) await endPendingOrder(database, orderId, 'expired');
  else await closeOrder({ ...options, status: 'expired' });
  const begun = await beginPage(options);
  return 'state' in begun ? begun : { state: 'expired' };
}

/** The provider does not know the page after a change of keys. It can't be paid. */
function ignoreUnknownPage(error: unknown): undefined {
  if (!(error instanceof PaymentProviderError) || !error.unknown) throw error;
}
