import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Visitor } from '#core/accounts/accounts.server.ts';
import { findChargeProblem, type PaymentRequest } from '#core/orders/payment.ts';
import { applyPaymentEvent } from '#core/payments/apply-payment-event.server.ts';
import { closeOrder, endPendingOrder } from '#core/payments/close-order.server.ts';
import { followClaims, isClaimedMeanwhile } from '#core/payments/stock.server.ts';
import { ignoreUnknownPage, type Payments } from '#core/payments/payments.server.ts';
import { isPartId } from '#core/catalog/part.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import type { TaxService } from '#core/pricing/tax-service.server.ts';
import { parseStoredSettings, storedSettings } from '#core/settings/settings.server.ts';
import type { CheckoutRequest, PaidPurchase } from './create-payment.ts';
import {
  type EarlierOrder,
  type EarlierOrders,
  lockBrowser,
  selectEarlierOrders,
  sortEarlierOrders,
} from './earlier-orders.server.ts';
import {
  checkHoldLimits,
  computeHoldMinutes,
  computeRooms,
  lockHolder,
  unitsInStock,
  sumLines,
} from './hold-limits.server.ts';
import { byId, lockParts, selectPartsForSale } from './parts-for-sale.server.ts';
import { type PaymentRequestRow, readPaymentRequest, toPaymentRequest } from './payment-request.server.ts';
import { type PricedPurchase, priceParts, type Refusal, resolveIds } from './price-parts.server.ts';
import { alertMissingZip, type AnsweredCalculation, withTaxService } from './tax-rates.server.ts';
import { placeOrder } from './write-order.server.ts';

export interface CreatePayment {
  database: Database;
  payments: Payments;
  taxService: TaxService;
  /** The address has no trailing slash. */
  siteUrl: string;
  request: CheckoutRequest;
  user: Visitor['user'];
  browserId: string;
  network: string;
  /** Known facts about a buyer who is not signed in. */
  buyer?: { email: string | null; name: string | null; phone: string | null };
  /** Path for a buyer who leaves the page. It is the same for all requests of a browser id. */
  cancelPath?: string;
}

export interface CreatedPayment {
  orderId: string;
  url: string;
  /** This is false for the existing page of the same purchase. */
  isNew: boolean;
}

const ALREADY_PAID = 'This is already paid. Thank you. You will receive a confirmation email shortly.';
const PROCESSING = 'Your payment is being confirmed. Please wait a moment before trying again.';
const SUPERSEDED = 'Another checkout was started in this browser. Please use its payment page.';

const MAX_ATTEMPTS = 3;

const NO_BUYER = { email: null, name: null, phone: null };

const AS_SHOP = { role: 'service_role' } as const;

/**
 * Creates a payment page and holds the stock. A browser has one open page for its cart and one for each part of
 * Buy Now. The same purchase gets the same page. A changed cart closes its earlier page. Throws a PaymentProviderError.
 *
 * The steps of an order: read what it depends on, look at the browser's earlier orders, price it, check the limits on holds,
 * place it, and open its page.
 */
export async function createPayment(options: CreatePayment): Promise<CreatedPayment | Refusal> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const result = await withTaxService(options.taxService, (answered) => beginOrder(options, answered));
    if ('error' in result) return result;
    if ('paid' in result) return { error: ALREADY_PAID, paid: result.paid };
    if ('placed' in result) return openPage(options, result.placed);
    // Ending another request's order, and then not writing one, would leave the browser without any.
    if ('others' in result && attempt === MAX_ATTEMPTS) break;
    const response =
      'same' in result ? await continueOrder(options, result.same) : await endOrders(options, result.others);
    if (response) return response;
    // The ended order may have held relatives of these parts.
    for (const { id = '' } of options.request.items)
      if (isPartId(id)) await followClaims(options.database.shop, id);
  }
  return { error: SUPERSEDED };
}

type Begun = { placed: PlacedOrder } | EarlierOutcome | Refusal | { ask: TaxCalculation };

interface PlacedOrder {
  orderId: string;
  /** The facts that its page depends on. */
  request: PaymentRequestRow;
}

/** Something that the order depends on has changed since it was read. */
const CHANGED = { changed: true } as const;

function asChanged(error: unknown): typeof CHANGED {
  if (isClaimedMeanwhile(error)) return CHANGED;
  throw error;
}

/** Tries without locks first. If something changes meanwhile, tries with locks, for which concurrent requests wait. */
async function beginOrder(options: CreatePayment, answered: AnsweredCalculation | undefined): Promise<Begun> {
  const { database, request, browserId } = options;
  const first = await tryOrder(database.shop, options, answered).catch(asChanged);
  if (!('changed' in first)) return first;
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    const next = await database
      .as(AS_SHOP, async (transaction) => {
        await lockBrowser(transaction, browserId);
        await lockHolder(transaction, toHolder(options));
        await lockParts(
          transaction,
          request.items.map(({ id = '' }) => id),
        );
        return tryOrder(transaction, options, answered);
      })
      .catch(asChanged);
    if (!('changed' in next)) return next;
  }
  return { error: SUPERSEDED };
}

/** Reads, prices and places an order. Changes nothing if something has changed meanwhile. */
async function tryOrder(
  database: Kysely<DB>,
  options: CreatePayment,
  answered: AnsweredCalculation | undefined,
): Promise<Begun | typeof CHANGED> {
  const items = await resolveIds(database, options.request.items);
  const facts = await readFacts(
    database,
    options,
    items.map(({ id = '' }) => id),
  );
  const outcome = findEarlierOutcome(facts.earlier);
  if (outcome) return outcome;
  const userId = options.user?.id ?? null;
  const priced = await priceParts(database, { ...options.request, items }, facts, { userId, answered });
  if ('error' in priced || 'ask' in priced) return priced;
  return holdAndPlace(database, options, facts, priced);
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

/**
 * Reads what an order depends on, besides its taxes, as service_role. One statement, because each one waits for the process
 * to have time.
 */
async function readFacts(
  database: Kysely<DB>,
  { browserId, request }: CreatePayment,
  partIds: readonly string[],
) {
  const rows = await database
    .selectFrom('shop_settings')
    .leftJoin(selectPartsForSale(database, partIds).as('part'), (join) => join.onTrue())
    .selectAll('part')
    .select([
      'version',
      storedSettings,
      selectEarlierOrders(database, browserId, request).as('earlier'),
      unitsInStock,
      // Holds end by the database's clock.
      sql<Date>`clock_timestamp()`.as('now'),
    ])
    .execute();
  const [{ version, stored, earlier, units, now }] = rows as [(typeof rows)[number]];
  return {
    earlier: sortEarlierOrders(earlier, request),
    partsById: byId(rows.flatMap((row) => (row.id === null ? [] : [row as PartRow]))),
    settings: parseStoredSettings(stored),
    settingsVersion: version,
    unitsInStock: Number(units),
    now,
  };
}

type PartRow = Parameters<typeof byId>[0][number];

type EarlierOutcome = { paid: PaidPurchase } | { same: EarlierOrder } | { others: EarlierOrder[] };

function findEarlierOutcome({
  paid,
  same,
  busy,
  others,
}: EarlierOrders): EarlierOutcome | Refusal | undefined {
  if (paid) return { paid };
  if (same) return { same };
  if (busy) return { error: SUPERSEDED };
  return others.length > 0 ? { others } : undefined;
}

async function holdAndPlace(
  database: Kysely<DB>,
  options: CreatePayment,
  { settings, unitsInStock: inStock, earlier, now }: Facts,
  priced: PricedPurchase,
): Promise<{ placed: PlacedOrder } | Refusal | typeof CHANGED> {
  const { request, user, browserId, network } = options;
  const { limits, business } = settings;
  const { phone, returns } = business;
  const hold = { holder: toHolder(options), lines: priced.lines, unitsInStock: inStock, phone };
  const refusal = checkCharge(priced.quote) ?? checkHoldLimits(hold);
  if (refusal) return refusal;
  // The alert must be in the same transaction.
  if (priced.foundTaxes.isZipMissing && !database.isTransaction) return CHANGED;
  const minutes = computeHoldMinutes(sumLines(priced.lines), user !== null, limits.holdMinutes);
  const order = {
    ...priced,
    id: randomUUID(),
    expiresAt: new Date(now.getTime() + minutes * 60_000),
    returnTerms: returns,
    purchase: request.purchase,
    userId: user?.id ?? null,
    buyer: user ? { email: user.email, name: null, phone: null } : (options.buyer ?? NO_BUYER),
    origin: { browserId, network },
  };
  const placed = await placeOrder(database, order, {
    knownOrders: earlier.pendingIds,
    rooms: computeRooms(hold),
  });
  if (placed.outcome === 'changed') return CHANGED;
  if (placed.outcome === 'refused') return checkHoldLimits(hold, placed.held) ?? CHANGED;
  await alertMissingZip(database, order.id, priced.foundTaxes);
  return { placed: { orderId: order.id, request: placed.request } };
}

function toHolder({ user, browserId, network }: CreatePayment) {
  return { userId: user?.id ?? null, browserId, network };
}

function checkCharge({ totalCents }: PricedPurchase['quote']): Refusal | undefined {
  const error = findChargeProblem(totalCents);
  return error === undefined ? undefined : { error };
}

/** Opens the page of a new order. If this fails, the hold is released immediately. */
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
  { database, payments, cancelPath }: CreatePayment,
  request: PaymentRequest,
): Promise<CreatedPayment | Refusal> {
  const page = await payments.createPage(cancelPath === undefined ? request : { ...request, cancelPath });
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

/** Returns the page of the same purchase, or undefined if it has ended and the purchase needs a new order. */
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

/** Ends orders of an earlier cart with their pages. One that is paid or being paid is not ended. */
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
