import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { centsFromDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { PAYMENT_PAGE_MINUTES } from '#core/settings/order-settings.ts';
import type { Database } from '#core/platform/database.server.ts';
import { PaymentProviderError, type Payments } from '#core/payments/payments.server.ts';
import { applyPaymentEvent } from '#core/payments/apply-payment-event.server.ts';

interface PayBalance {
  database: Database;
  payments: Payments;
  /** The address has no trailing slash. */
  siteUrl: string;
  orderId: string;
}

/** `isNew` is false for the existing page. Without an address, nothing is due, or its payment is being confirmed. */
export type BalancePayment = { url: string; isNew: boolean } | { state: 'settled' | 'processing' };

const asShop = { role: 'service_role' } as const;

/** The first round repeats only if its page has ended meanwhile. */
const MAX_ROUNDS = 3;

/**
 * Opens the payment page for the amount due of an order. All tabs get the same page. If the provider fails, the next try asks
 * with a new key. Throws a PaymentProviderError.
 */
export async function payBalance(options: PayBalance): Promise<BalancePayment> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const due = await beginPage(options);
    if (!due) return { state: 'settled' };
    const payment = due.page ? await continuePage(options, due.page) : await createPage(options, due);
    if (payment) return payment;
  }
  return { state: 'processing' };
}

type Due = NonNullable<Awaited<ReturnType<typeof beginPage>>>;

/** The key is stored before the page is requested, so that another tab sends the same request. */
function beginPage({ database, orderId }: PayBalance) {
  return database.as(asShop, async (transaction) => {
    const balance = await transaction
      .updateTable('order_balances')
      .set({
        page_key: sql`coalesce(page_key, ${randomUUID()}::uuid)`,
        page_asked_at: sql`coalesce(page_asked_at, now())`,
      })
      .from('orders')
      .whereRef('orders.id', '=', 'order_id')
      .where('order_id', '=', orderId)
      .where('order_balances.payment_id', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('status', '=', 'completed')
      .returning(['order_balances.id', 'order_balances.amount', 'page_key', 'page_asked_at'])
      .returning(['session_id', 'page_url', 'number', 'email'])
      .executeTakeFirst();
    return (
      balance && {
        id: balance.id,
        number: Number(balance.number),
        amountCents: centsFromDollars(balance.amount),
        email: balance.email ?? undefined,
        key: balance.page_key as string,
        askedAt: balance.page_asked_at as Date,
        page: balance.session_id && { sessionId: balance.session_id, url: balance.page_url as string },
      }
    );
  });
}

/** Returns undefined if the balance was paid or withdrawn meanwhile. The page is then closed, and not shown. */
async function createPage(options: PayBalance, due: Due): Promise<BalancePayment | undefined> {
  const { database, payments, orderId } = options;
  const { id, key, amountCents, email, askedAt } = due;
  const number = formatOrderNumber(due.number);
  let page;
  try {
    page = await payments.createBalancePage({
      orderId,
      balanceId: id,
      name: `Rest of order ${number}`,
      amountCents,
      email,
      expiresAt: new Date(askedAt.getTime() + PAYMENT_PAGE_MINUTES * 60_000),
      key,
      paidPath: `/orders/${number}?done=paid`,
      leftPath: `/orders/${number}`,
    });
  } catch (error) {
    // The provider repeats failed answers to a key. A page that it made anyway was not shown.
    await forgetPage(options, key);
    throw error;
  }
  const { sessionId, url } = page;
  const { numUpdatedRows } = await database.as(asShop, (transaction) =>
    transaction
      .updateTable('order_balances')
      .set({ session_id: sessionId, page_url: url })
      .where('id', '=', id)
      .where('page_key', '=', key)
      .where('payment_id', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 1n) return { url, isNew: true };
  await payments.closePage(sessionId);
  return undefined;
}

/** Returns undefined if the page has ended, or its payment is applied now. */
async function continuePage(
  options: PayBalance,
  { sessionId, url }: Exclude<Due['page'], '' | null>,
): Promise<BalancePayment | undefined> {
  const { database, payments, siteUrl, orderId } = options;
  const page = await payments.fetchPage(sessionId).catch(ignoreUnknownPage);
  if (page?.state === 'open') return { url, isNew: false };
  if (page?.state === 'processing') return { state: 'processing' };
  if (page?.state === 'paid')
    await applyPaymentEvent({ database, siteUrl, event: { ...page.event, orderId }, source: 'asked' });
  // A payment that went back leaves the balance due. A paid balance keeps its page.
  await forgetPage(options, sessionId);
  return undefined;
}

/** Finds the page by its key or its session, because another tab may have a new page by now. */
async function forgetPage({ database, orderId }: PayBalance, keyOrSession: string): Promise<void> {
  await database.as(asShop, (transaction) =>
    transaction
      .updateTable('order_balances')
      .set({ page_key: null, page_asked_at: null, session_id: null, page_url: null })
      .where('order_id', '=', orderId)
      .where('payment_id', 'is', null)
      .where((where) =>
        where.or([where(sql`page_key::text`, '=', keyOrSession), where('session_id', '=', keyOrSession)]),
      )
      .execute(),
  );
}

/** The provider does not know the page after a change of keys. Such a page can't be paid. */
function ignoreUnknownPage(error: unknown): undefined {
  if (!(error instanceof PaymentProviderError) || !error.unknown) throw error;
}
