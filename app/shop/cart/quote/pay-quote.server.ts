import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { QuoteState } from '#core/orders/quotes/quote.ts';
import type { Database } from '#core/platform/database.server.ts';
import { ignoreUnknownPage, type Payments } from '#core/payments/payments.server.ts';
import { applyPaymentEvent } from '#core/payments/apply-payment-event.server.ts';
import { closeOrder } from '#core/payments/close-order.server.ts';
import { readPaymentRequest } from '#core/checkout/payment-request.server.ts';
import { type LockedQuote, lockQuote } from '#core/orders/quotes/lock-quote.server.ts';

interface PayQuote {
  database: Database;
  payments: Payments;
  /** The address has no trailing slash. */
  siteUrl: string;
  orderId: string;
  /** The latest change of the quote that the buyer has seen. */
  seen: string | null;
}

/** `isNew` is false for the existing page. Without an address, the quote is not open, or its payment is being confirmed. */
export type QuotePayment =
  | { url: string; isNew: boolean }
  | { state: Exclude<QuoteState, 'open'> | 'processing' | 'changed' };

const asShop = { role: 'service_role' } as const;

/** The first round repeats only if the quote was changed or its page has ended meanwhile. */
const MAX_ROUNDS = 3;

/**
 * Opens the payment page of an open quote, for exactly the amounts of its order. All tabs and all links get the same page.
 * If the provider fails, the quote stays open, and the next try asks with a new key. Throws a PaymentProviderError.
 */
export async function payQuote(options: PayQuote): Promise<QuotePayment> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const begun = await beginPage(options);
    if ('state' in begun) return begun;
    const payment =
      'sessionId' in begun ? await continuePage(options, begun) : await createPage(options, begun.key);
    if (payment) return payment;
  }
  return { state: 'processing' };
}

type Begun =
  | { state: Exclude<QuoteState, 'open'> | 'changed' }
  | NonNullable<LockedQuote['page']>
  /** The key of the request for a page. Another tab may send the same one. */
  | { key: string };

/** A cancellation or a change waits for this transaction, or this one for them. */
function beginPage({ database, orderId, seen }: PayQuote): Promise<Begun> {
  return database.as(asShop, async (transaction) => {
    const quote = await lockQuote(transaction, orderId);
    if (!quote || quote.state !== 'open') return { state: quote?.state ?? 'canceled' } as Begun;
    if (quote.changeId !== seen) return { state: 'changed' };
    if (quote.page) return quote.page;
    if (quote.pageKey !== null) return { key: quote.pageKey };
    const key = randomUUID();
    await transaction
      .updateTable('quotes')
      .set({ page_key: key, page_asked_at: sql`now()` })
      .where('order_id', '=', orderId)
      .execute();
    return { key };
  });
}

/** Returns undefined if the page was not for the quote as it is now. Such a page is closed, and not shown. */
async function createPage(options: PayQuote, key: string): Promise<QuotePayment | undefined> {
  const { database, payments, orderId } = options;
  let page;
  try {
    const request = await readPaymentRequest(database.shop, orderId);
    page = await payments.createPage({ ...request, key });
  } catch (error) {
    await forgetKey(options, key);
    throw error;
  }
  const { sessionId, url } = page;
  const isStored = await database.as(asShop, async (transaction) => {
    const quote = await lockQuote(transaction, orderId);
    // A change takes the key back.
    if (quote?.state !== 'open' || quote.pageKey !== key) return false;
    if (quote.page) return quote.page.sessionId === sessionId;
    await transaction
      .updateTable('orders')
      .set({ payment_session_id: sessionId, payment_url: url })
      .where('id', '=', orderId)
      .execute();
    return true;
  });
  if (isStored) return { url, isNew: true };
  await payments.closePage(sessionId);
  return undefined;
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

/** Returns undefined if the page has ended. */
async function continuePage(
  options: PayQuote,
  { sessionId, url }: NonNullable<LockedQuote['page']>,
): Promise<QuotePayment | undefined> {
  const { database, payments, siteUrl, orderId } = options;
  const page = await payments.fetchPage(sessionId).catch(ignoreUnknownPage);
  if (page?.state === 'open') return { url, isNew: false };
  if (page?.state === 'processing') return { state: 'processing' };
  if (page?.state === 'paid') {
    await applyPaymentEvent({ database, siteUrl, event: { ...page.event, orderId }, source: 'asked' });
  } else if (page) await forgetPage(options, sessionId);
  else await closeOrder({ ...options, status: 'expired' });
  return undefined;
}

/** Forgets a page whose time ended before that of the quote, or that an interrupted change had closed. */
async function forgetPage({ database, orderId }: PayQuote, sessionId: string): Promise<void> {
  await database.as(asShop, async (transaction) => {
    const quote = await lockQuote(transaction, orderId);
    if (quote?.state !== 'open' || quote.page?.sessionId !== sessionId) return;
    await transaction
      .updateTable('orders')
      .set({ payment_session_id: null, payment_url: null })
      .where('id', '=', orderId)
      .execute();
    await transaction
      .updateTable('quotes')
      .set({ page_key: null, page_asked_at: null })
      .where('order_id', '=', orderId)
      .execute();
  });
}
