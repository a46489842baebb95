import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { CheckoutRequest, PaidPurchase } from './create-payment.ts';
import { computeHoldMinutes } from './hold-limits.ts';
import { findChargeProblem, type PaymentRequest } from '#core/orders/payment.ts';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import type { Visitor } from '#core/accounts/accounts.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { PaymentProviderError, type Payments } from '#core/payments/payments.server.ts';
import type { TaxService } from '#core/pricing/tax-service.server.ts';
import { applyPaymentEvent } from '#core/payments/apply-payment-event.server.ts';
import { type EarlierOrder, lockBrowser } from './earlier-orders.server.ts';
import { endPendingOrder, closeOrder } from '#core/payments/close-order.server.ts';
import { type PaymentRequestRow, readPaymentRequest, toPaymentRequest } from './payment-request.server.ts';
import { checkHoldLimits, computeRooms, lockHolder, sumLines } from './hold-limits.server.ts';
import { lockParts } from './parts-for-sale.server.ts';
import { placeOrder } from './place-order.server.ts';
import { type PricedPurchase, priceParts, type Refusal, resolveIds } from './price-parts.server.ts';
import { readCheckout } from './read-checkout.server.ts';
import type { AnsweredCalculation } from './choose-taxes.server.ts';
import { alertMissingZip, withTaxService } from './tax-rates.server.ts';

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

const AS_SHOP = { role: 'service_role' } as const;

/**
 * Creates a payment page and holds the stock. A browser has one open page for its cart and one for each part of
 * Buy Now. The same purchase gets the same page. A changed cart closes its earlier page. Throws a PaymentProviderError.
 */
export async function createPayment(options: CreatePayment): Promise<CreatedPayment | Refusal> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const result = await withTaxService(options.taxService, (answered) => beginOrder(options, answered));
    if ('error' in result) return result;
    if ('paid' in result) return { error: ALREADY_PAID, paid: result.paid };
    if ('orderId' in result) return openPage(options, result);
    // Ending another request's order, and then not writing one, would leave the browser without any.
    if ('others' in result && attempt === MAX_ATTEMPTS) break;
    const response =
      'same' in result ? await continueOrder(options, result.same) : await endOrders(options, result.others);
    if (response) return response;
  }
  return { error: SUPERSEDED };
}

type BeginResult =
  | PlacedOrder
  | { same: EarlierOrder }
  | { others: EarlierOrder[] }
  | { paid: PaidPurchase }
  | Refusal;

interface PlacedOrder {
  orderId: string;
  /** What its page depends on. */
  request: PaymentRequestRow;
}

type Attempt = BeginResult | { ask: TaxCalculation } | { outcome: 'changed' };

/** Writes an order and holds its stock in one transaction. Concurrent requests of one browser wait for each other. */
async function beginOrder(
  options: CreatePayment,
  answered: AnsweredCalculation | undefined,
): Promise<BeginResult | { ask: TaxCalculation }> {
  const { database, request, user, browserId, network } = options;
  // Locks nothing until the purchase is priced.
  const first = await tryOrder(database.shop, options, answered);
  if (!('outcome' in first)) return first;
  const holder = { userId: user?.id ?? null, browserId, network };
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    const next = await database.as(AS_SHOP, async (transaction) => {
      await lockBrowser(transaction, browserId);
      await lockHolder(transaction, holder);
      await lockParts(
        transaction,
        request.items.map(({ id = '' }) => id),
      );
      return tryOrder(transaction, options, answered);
    });
    if (!('outcome' in next)) return next;
  }
  return { error: SUPERSEDED };
}

/** Reads, prices and places an order. Changes nothing if something has changed meanwhile. */
async function tryOrder(
  database: Kysely<DB>,
  { request, user, browserId, network }: CreatePayment,
  answered: AnsweredCalculation | undefined,
): Promise<Attempt> {
  const items = await resolveIds(database, request.items);
  const partIds = items.map(({ id = '' }) => id);
  const read = await readCheckout(database, { browserId, request, partIds });
  const { earlier, piecesInStock } = read;
  if (earlier.paid) return { paid: earlier.paid };
  if (earlier.same) return { same: earlier.same };
  if (earlier.busy) return { error: SUPERSEDED };
  if (earlier.others.length > 0) return { others: earlier.others };

  const userId = user?.id ?? null;
  const priced = await priceParts(database, { ...request, items }, read, { userId, answered });
  if ('error' in priced || 'ask' in priced) return priced;
  const { limits, business } = read.settings;
  const hold = {
    holder: { userId, browserId, network },
    lines: priced.lines,
    piecesInStock,
    phone: business.phone,
  };
  const refusal = checkCharge(priced.quote) ?? checkHoldLimits(hold);
  if (refusal) return refusal;
  // The alert belongs into the same transaction.
  if (priced.foundTaxes.isZipMissing && !database.isTransaction) return { outcome: 'changed' };
  const minutes = computeHoldMinutes(sumLines(priced.lines), user !== null, limits.holdMinutes);
  const order = {
    ...priced,
    id: randomUUID(),
    expiresAt: new Date(read.now.getTime() + minutes * 60_000),
    returnTerms: business.returns,
    purchase: request.purchase,
    userId,
    buyer: { email: user?.email ?? null, name: null, phone: null },
    origin: { browserId, network },
  };
  const placed = await placeOrder(database, order, {
    knownOrders: earlier.pendingIds,
    rooms: computeRooms(hold),
  });
  if (placed.outcome === 'placed') {
    await alertMissingZip(database, order.id, priced.foundTaxes);
    return { orderId: order.id, request: placed.request };
  }
  if (placed.outcome === 'refused') return checkHoldLimits(hold, placed.held) ?? { outcome: 'changed' };
  return { outcome: 'changed' };
}

/** If this fails, the hold is released immediately. */
async function openPage(
  options: CreatePayment,
  { orderId, request }: PlacedOrder,
): Promise<CreatedPayment | Refusal> {
  try {
    const page = await createPage(options, toPaymentRequest(orderId, request));
    return 'url' in page ? { ...page, isNew: true } : page;
  } catch (error) {
    await closeOrder({ ...options, orderId, status: 'failed' });
    throw error;
  }
}

async function createPage(
  { database, payments }: CreatePayment,
  request: PaymentRequest,
): Promise<CreatedPayment | Refusal> {
  const page = await payments.createPage(request);
  const { orderId } = request;
  const updated = await database.shop
    .updateTable('orders')
    .set({ payment_session_id: page.sessionId, payment_url: page.url })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
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
  if (!order.sessionId || !order.url)
    return createPage(options, await readPaymentRequest(database.shop, order.id));
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
