import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { addJob } from '#jobs';
import type { CheckoutRequest, PaidPurchase } from '#domain/create-payment.ts';
import { holdMinutes } from '#domain/hold-limits.ts';
import { dollarsFromCents } from '#domain/money.ts';
import { orderName } from '#domain/order.ts';
import { chargeProblem } from '#domain/payment.ts';
import type { Totals } from '#domain/pricing.ts';
import { type Database, PaymentProviderError, type Payments, type Visitor } from '#services';
import { applyPaymentEvent } from './apply-payment-event.server.ts';
import { type EarlierOrder, findEarlierOrders, lockBrowser } from './earlier-orders.server.ts';
import { endPendingOrder, giveUpOrder } from './give-up-order.server.ts';
import { paymentRequestOf } from './payment-request.server.ts';
import { amountOf, lockHolder, refuseHold } from './hold-limits.server.ts';
import { priceParts, type Refusal } from './price-parts.server.ts';
import { holdStock } from './stock.server.ts';

export interface CreatePayment {
  database: Database;
  payments: Payments;
  /** The shop's public address, without a slash at the end. */
  siteUrl: string;
  request: CheckoutRequest;
  /** Who buys; a guest may. */
  user: Visitor['user'];
  /** The random id of the buyer's browser. */
  browserId: string;
  /** The network that the request comes from (domain/network.ts). */
  network: string;
}

export interface CreatedPayment {
  orderId: string;
  url: string;
  /** False: the same purchase was under way, and this is its page. */
  isNew: boolean;
}

const ALREADY_PAID = 'This is already paid. Thank you! You will receive a confirmation email shortly.';
const BEING_PAID = 'Your payment is being confirmed. Please wait a moment before trying again.';
const OVERTAKEN = 'Another checkout was started in this browser. Please use its payment page.';

/** How often earlier orders of the same browser are ended before the shopper is asked to try again. */
const TRIES = 3;

/**
 * Makes a page on which one purchase can be paid, and holds its stock. A browser has one payable page for its cart and
 * one for each part that it buys at once: the same purchase gets the same page, another cart closes the earlier page,
 * and what is paid already gets none.
 *
 * @throws {PaymentProviderError}
 */
export async function createPayment(options: CreatePayment): Promise<CreatedPayment | Refusal> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const begun = await beginOrder(options);
    if ('error' in begun) return begun;
    if ('paid' in begun) return { error: ALREADY_PAID, paid: begun.paid };
    if ('orderId' in begun) return openPage(options, begun.orderId);
    const answer =
      'same' in begun ? await continueOrder(options, begun.same) : await endOrders(options, begun.others);
    if (answer) return answer;
  }
  return { error: OVERTAKEN };
}

type Begun =
  /** A new order was written. */
  | { orderId: string }
  /** The same purchase is under way. */
  | { same: EarlierOrder }
  /** Another purchase stands in its place. */
  | { others: EarlierOrder[] }
  | { paid: PaidPurchase }
  | Refusal;

/**
 * Writes a pending order with copies of its lines and holds its stock, in one transaction, unless the same browser has
 * an order in its place. Two requests of one browser wait for each other here.
 */
function beginOrder({ database, request, user, browserId, network }: CreatePayment): Promise<Begun> {
  return database.as({ role: 'service_role' }, async (transaction) => {
    await lockBrowser(transaction, browserId);
    const earlier = await findEarlierOrders(transaction, browserId, request);
    if (earlier.paid) return { paid: earlier.paid };
    if (earlier.same) return { same: earlier.same };
    if (earlier.busy) return { error: OVERTAKEN };
    if (earlier.others.length > 0) return { others: earlier.others };

    const holder = { userId: user?.id ?? null, browserId, network };
    await lockHolder(transaction, holder);
    const priced = await priceParts(transaction, request);
    if ('error' in priced) return priced;
    const refusal = refuseCharge(priced.totals) ?? (await refuseHold(transaction, holder, priced.lines));
    if (refusal) return refusal;
    const minutes = holdMinutes(amountOf(priced.lines), user !== null);
    const order = { id: randomUUID(), expiresAt: new Date(Date.now() + minutes * 60_000) };
    const purchase = { ...order, ...priced, user, browserId, network, purchase: request.purchase };
    await writeOrder(transaction, purchase);
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

/**
 * Has the hosted page of an order made. Asked twice at the same time for one order, both get the same page. When the
 * page can't be made, the hold is given back at once.
 */
async function openPage(options: CreatePayment, orderId: string): Promise<CreatedPayment | Refusal> {
  try {
    const page = await makePage(options, orderId);
    return 'url' in page ? { ...page, isNew: true } : page;
  } catch (error) {
    await giveUpOrder({ ...options, orderId, status: 'failed' });
    throw error;
  }
}

async function makePage(
  { database, payments }: CreatePayment,
  orderId: string,
): Promise<CreatedPayment | Refusal> {
  const asShop = { role: 'service_role' } as const;
  const request = await database.as(asShop, (transaction) => paymentRequestOf(transaction, orderId));
  const page = await payments.createPage(request);
  const noted = await database.as(asShop, (transaction) =>
    transaction
      .updateTable('orders')
      .set({ payment_session_id: page.sessionId, payment_url: page.url })
      .where('id', '=', orderId)
      .where('status', '=', 'pending')
      .executeTakeFirst(),
  );
  if (noted.numUpdatedRows === 1n) return { orderId, url: page.url, isNew: false };
  // The order was given up while its page was being made: nothing is held for it, so the page must not be paid.
  await payments.closePage(page.sessionId);
  return { error: OVERTAKEN };
}

/** The page of the same purchase, if it can still be paid. Undefined: it has ended, and there is room for a new one. */
async function continueOrder(
  options: CreatePayment,
  order: EarlierOrder,
): Promise<CreatedPayment | Refusal | undefined> {
  const { database, payments, siteUrl } = options;
  // Its page is being made by another request at this moment.
  if (!order.sessionId || !order.url) return makePage(options, order.id);
  const answer = await payments.fetchPage(order.sessionId).catch(unlessUnknown);
  if (!answer) return endOrders(options, [order]);
  const { state, event } = answer;
  if (state === 'open') return { orderId: order.id, url: order.url, isNew: false };
  if (state === 'being paid') return { error: BEING_PAID };
  if (state === 'paid') {
    await applyPaymentEvent({ database, siteUrl, event: { ...event, orderId: order.id }, source: 'asked' });
    return { error: ALREADY_PAID, paid: order.bought };
  }
  await endPendingOrder(database, order.id, 'expired');
  return undefined;
}

/** The provider does not know the page, as after a change of its keys: it can't be paid. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof PaymentProviderError) || !error.unknown) throw error;
}

/** Ends orders that stand in the place of another purchase. Undefined: there is room for it. */
async function endOrders(
  options: CreatePayment,
  orders: readonly EarlierOrder[],
): Promise<Refusal | undefined> {
  for (const { id, bought } of orders) {
    const outcome = await giveUpOrder({ ...options, orderId: id });
    if (outcome === 'being paid') return { error: BEING_PAID };
    if (outcome === 'paid') return { error: ALREADY_PAID, paid: bought };
  }
  return undefined;
}

/** The provider would not take such a total: no order is written for it. */
function refuseCharge({ totalCents }: Totals): Refusal | undefined {
  const error = chargeProblem(totalCents);
  return error === undefined ? undefined : { error };
}

type PricedOrder = Exclude<Awaited<ReturnType<typeof priceParts>>, Refusal> & {
  id: string;
  expiresAt: Date;
  user: Visitor['user'];
  browserId: string;
  network: string;
  purchase: CheckoutRequest['purchase'];
};

async function writeOrder(transaction: Transaction<DB>, order: PricedOrder): Promise<void> {
  const { lines, totals } = order;
  await transaction
    .insertInto('orders')
    .values({
      id: order.id,
      user_id: order.user?.id ?? null,
      browser_id: order.browserId,
      client_network: order.network,
      product_name: orderName(lines),
      amount: dollarsFromCents(totals.totalCents),
      tax: dollarsFromCents(totals.taxCents),
      shipping: dollarsFromCents(totals.shippingCents),
      purchase: order.purchase,
      expires_at: order.expiresAt,
      email: order.user?.email ?? null,
      created_at: sql`now()`,
    })
    .execute();
  await transaction
    .insertInto('order_lines')
    .values(
      lines.map((line) => ({
        order_id: order.id,
        part_id: line.partId,
        part_name: line.name,
        oem_number: line.oemNumber,
        part_type: line.condition,
        unit_price: dollarsFromCents(line.unitPriceCents),
        quantity: line.quantity,
      })),
    )
    .execute();
}
