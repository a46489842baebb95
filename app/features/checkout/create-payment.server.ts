import { randomUUID } from 'node:crypto';
import { addJob } from '#jobs';
import type { CheckoutRequest, PaidPurchase } from '#domain/create-payment.ts';
import { computeHoldMinutes } from '#domain/hold-limits.ts';
import { readSettings } from '#settings';
import { findChargeProblem } from '#domain/payment.ts';
import type { TaxCalculation } from '#domain/pricing/tax-calculation.ts';
import { type Database, PaymentProviderError, type Payments, type TaxService, type Visitor } from '#services';
import { applyPaymentEvent } from './apply-payment-event.server.ts';
import { type EarlierOrder, findEarlierOrders, lockBrowser } from './earlier-orders.server.ts';
import { endPendingOrder, closeOrder } from './close-order.server.ts';
import { readPaymentRequest } from './payment-request.server.ts';
import { sumLines, lockHolder, checkHoldLimits } from './hold-limits.server.ts';
import { type PricedPurchase, priceParts, type Refusal } from './price-parts.server.ts';
import { holdStock } from './stock.server.ts';
import type { AnsweredCalculation } from './choose-taxes.server.ts';
import { withTaxService, writeOrderTaxes } from './tax-rates.server.ts';
import { writeOrder } from './write-order.server.ts';

export interface CreatePayment {
  database: Database;
  payments: Payments;
  taxService: TaxService;
  /** Without a trailing slash. */
  siteUrl: string;
  request: CheckoutRequest;
  user: Visitor['user'];
  browserId: string;
  network: string;
}

export interface CreatedPayment {
  orderId: string;
  url: string;
  /** False for the existing page of the same purchase. */
  isNew: boolean;
}

const ALREADY_PAID = 'This is already paid. Thank you! You will receive a confirmation email shortly.';
const PROCESSING = 'Your payment is being confirmed. Please wait a moment before trying again.';
const SUPERSEDED = 'Another checkout was started in this browser. Please use its payment page.';

const MAX_ATTEMPTS = 3;

/**
 * Creates a payment page and holds the stock. A browser has one open page for its cart and one for each part of
 * Buy Now. The same purchase gets the same page. A changed cart closes its earlier page. Throws a PaymentProviderError.
 */
export async function createPayment(options: CreatePayment): Promise<CreatedPayment | Refusal> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const result = await withTaxService(options.taxService, (answered) => beginOrder(options, answered));
    if ('error' in result) return result;
    if ('paid' in result) return { error: ALREADY_PAID, paid: result.paid };
    if ('orderId' in result) return openPage(options, result.orderId);
    const response =
      'same' in result ? await continueOrder(options, result.same) : await endOrders(options, result.others);
    if (response) return response;
  }
  return { error: SUPERSEDED };
}

type BeginResult =
  | { orderId: string }
  | { same: EarlierOrder }
  | { others: EarlierOrder[] }
  | { paid: PaidPurchase }
  | Refusal;

/** Writes an order and holds its stock in one transaction. Concurrent requests of one browser wait for each other. */
function beginOrder(
  { database, request, user, browserId, network }: CreatePayment,
  answered: AnsweredCalculation | undefined,
): Promise<BeginResult | { ask: TaxCalculation }> {
  return database.as({ role: 'service_role' }, async (transaction) => {
    await lockBrowser(transaction, browserId);
    const earlier = await findEarlierOrders(transaction, browserId, request);
    if (earlier.paid) return { paid: earlier.paid };
    if (earlier.same) return { same: earlier.same };
    if (earlier.busy) return { error: SUPERSEDED };
    if (earlier.others.length > 0) return { others: earlier.others };

    const holder = { userId: user?.id ?? null, browserId, network };
    await lockHolder(transaction, holder);
    const priced = await priceParts(transaction, request, { userId: user?.id ?? null, answered });
    if ('error' in priced || 'ask' in priced) return priced;
    const refusal = checkCharge(priced.quote) ?? (await checkHoldLimits(transaction, holder, priced.lines));
    if (refusal) return refusal;
    const { limits, business } = await readSettings(transaction);
    const minutes = computeHoldMinutes(sumLines(priced.lines), user !== null, limits.holdMinutes);
    const order = { id: randomUUID(), expiresAt: new Date(Date.now() + minutes * 60_000) };
    await writeOrder(transaction, {
      ...order,
      ...priced,
      returnTerms: business.returns,
      purchase: request.purchase,
      userId: user?.id ?? null,
      buyer: { email: user?.email ?? null, name: null, phone: null },
      origin: { browserId, network },
    });
    await writeOrderTaxes(transaction, order.id, priced.quote.taxes, priced.foundTaxes);
    await holdStock(transaction, order, priced.lines);
    await addJob(
      transaction,
      'end-hold',
      { orderId: order.id },
      { key: `hold:${order.id}`, runAt: order.expiresAt },
    );
    return { orderId: order.id };
  });
}

/** If this fails, the hold is released immediately. */
async function openPage(options: CreatePayment, orderId: string): Promise<CreatedPayment | Refusal> {
  try {
    const page = await createPage(options, orderId);
    return 'url' in page ? { ...page, isNew: true } : page;
  } catch (error) {
    await closeOrder({ ...options, orderId, status: 'failed' });
    throw error;
  }
}

async function createPage(
  { database, payments }: CreatePayment,
  orderId: string,
): Promise<CreatedPayment | Refusal> {
  const asShop = { role: 'service_role' } as const;
  const request = await database.as(asShop, (transaction) => readPaymentRequest(transaction, orderId));
  const page = await payments.createPage(request);
  const updated = await database.as(asShop, (transaction) =>
    transaction
      .updateTable('orders')
      .set({ payment_session_id: page.sessionId, payment_url: page.url })
      .where('id', '=', orderId)
      .where('status', '=', 'pending')
      .executeTakeFirst(),
  );
  if (updated.numUpdatedRows === 1n) return { orderId, url: page.url, isNew: false };
  // The order ended meanwhile. It holds nothing, so its page must not be payable.
  await payments.closePage(page.sessionId);
  return { error: SUPERSEDED };
}

async function continueOrder(
  options: CreatePayment,
  order: EarlierOrder,
): Promise<CreatedPayment | Refusal | undefined> {
  const { database, payments, siteUrl } = options;
  // Another request is creating the page. The provider returns the same page to both.
  if (!order.sessionId || !order.url) return createPage(options, order.id);
  const page = await payments.fetchPage(order.sessionId).catch(ignoreUnknownPage);
  if (!page) return endOrders(options, [order]);
  const { state, event } = page;
  if (state === 'open') return { orderId: order.id, url: order.url, isNew: false };
  if (state === 'processing') return { error: PROCESSING };
  if (state === 'paid') {
    await applyPaymentEvent({ database, siteUrl, event: { ...event, orderId: order.id }, source: 'asked' });
    return { error: ALREADY_PAID, paid: order.bought };
  }
  await endPendingOrder(database, order.id, 'expired');
  return undefined;
}

/** The provider does not know the page after a change of keys. It can't be paid. */
function ignoreUnknownPage(error: unknown): undefined {
  if (!(error instanceof PaymentProviderError) || !error.unknown) throw error;
}

async function endOrders(
  options: CreatePayment,
  orders: readonly EarlierOrder[],
): Promise<Refusal | undefined> {
  for (const { id, bought } of orders) {
    const outcome = await closeOrder({ ...options, orderId: id });
    if (outcome === 'processing') return { error: PROCESSING };
    if (outcome === 'paid') return { error: ALREADY_PAID, paid: bought };
  }
  return undefined;
}

function checkCharge({ totalCents }: PricedPurchase['quote']): Refusal | undefined {
  const error = findChargeProblem(totalCents);
  return error === undefined ? undefined : { error };
}
