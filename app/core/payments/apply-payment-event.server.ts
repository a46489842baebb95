import { sql, type Transaction, type UpdateObject } from 'kysely';
import type { DB } from '#db/types.ts';
import { addJob } from '#core/platform/jobs.server.ts';
import type { Destination } from '#core/addresses/destination.ts';
import { centsFromDollars, dollarsFromCents } from '#core/values/money.ts';
import {
  type OrderFacts,
  paidCents,
  computeOrderStatus,
  computeOrderStep,
  type OrderStep,
  type PaymentUpdate,
} from '#core/orders/order.ts';
import { addBusinessDays } from '#core/settings/opening-hours.ts';
import { findBegin, latestReady } from '#core/yard/ready-day.ts';
import { readReadyDays } from '#core/yard/read-ready-days.server.ts';
import type { Progress } from '#core/orders/order-progress.ts';
import {
  boundBuyer,
  findOtherAmount,
  type PaymentEvent,
  type PaymentEventData,
} from '#core/orders/payment.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { applyBalancePayment, noteBalanceRefund, readOwnPayments } from './balances.server.ts';
import { recordDispute } from './disputes.server.ts';
import { destinationColumns, toDestination } from '#core/orders/order-destination.server.ts';
import { writeOrderMails } from './order-mails.server.tsx';
import { alertOtherAmount, compareAddress, reportUnknownOrder } from './payment-alerts.server.ts';
import { requestRefund, recordRefunds } from './refunds.server.ts';
import { storePaymentEvent } from './store-payment-event.server.ts';
import { takeOutOfCart } from './take-out-of-cart.server.ts';
import { endHold, sellReleasedStock } from './stock.server.ts';

interface ApplyPaymentEvent {
  database: Database;
  siteUrl: string;
  event: PaymentEvent;
  /** 'asked' means that the shop queried the provider. */
  source?: 'webhook' | 'asked';
}

type PaidData = Extract<PaymentEventData, { kind: 'paid' }>;

export interface LockedOrder {
  id: string;
  paymentId: string | null;
  destination: Destination | null;
  facts: OrderFacts;
}

/** Stores an event and applies it once, in one transaction. Returns false if it was stored before or has no effect. */
export async function applyPaymentEvent(options: ApplyPaymentEvent): Promise<boolean> {
  const { database, siteUrl, event, source = 'webhook' } = options;
  return database.as({ role: 'service_role' }, async (transaction) => {
    const order = await findOrder(transaction, event);
    // Queried events repeat delivered ones.
    if (source === 'asked' && !hasEffect(order, event)) return false;
    const orderId = order?.id ?? null;
    if (!(await storePaymentEvent(transaction, { event, orderId, source }))) return false;
    if (order) await applyToOrder(transaction, order, event, siteUrl);
    else await reportUnknownOrder(transaction, event);
    return true;
  });
}

async function findOrder(
  transaction: Transaction<DB>,
  { orderId, data }: PaymentEvent,
): Promise<LockedOrder | undefined> {
  const paymentId = 'paymentId' in data ? data.paymentId : null;
  return lockOrder(transaction, { orderId, paymentId });
}

/** Locks the order found by id, else by payment id. */
export async function lockOrder(
  transaction: Transaction<DB>,
  { orderId, paymentId }: { orderId: string | null; paymentId: string | null },
): Promise<LockedOrder | undefined> {
  if (orderId === null && paymentId === null) return undefined;
  const row = await transaction
    .selectFrom('orders')
    .select(['id', 'payment_id', 'ended', 'stock', 'amount', 'charged', 'refunded', 'dispute'])
    .select(destinationColumns)
    .where((where) => (orderId === null ? where('payment_id', '=', paymentId) : where('id', '=', orderId)))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      paymentId: row.payment_id,
      destination: toDestination(row),
      facts: {
        ended: row.ended as OrderFacts['ended'],
        paid: row.payment_id !== null,
        stock: row.stock as OrderFacts['stock'],
        amountCents: centsFromDollars(row.amount),
        chargedCents: row.charged === null ? null : centsFromDollars(row.charged),
        refundedCents: centsFromDollars(row.refunded),
        dispute: row.dispute as OrderFacts['dispute'],
      },
    }
  );
}

function hasEffect(order: LockedOrder | undefined, { data, balanceId }: PaymentEvent): boolean {
  if (data.kind === 'other' || (balanceId !== undefined && data.kind !== 'paid')) return false;
  if (!order) return data.kind === 'paid';
  if (data.kind === 'paid') return order.paymentId !== data.paymentId;
  if (data.kind === 'refunds' || data.kind === 'dispute') return true;
  return computeOrderStatus(order.facts) === 'pending';
}

async function applyToOrder(
  transaction: Transaction<DB>,
  order: LockedOrder,
  { data, balanceId }: PaymentEvent,
  siteUrl: string,
): Promise<void> {
  switch (data.kind) {
    case 'paid':
      if (balanceId !== undefined) return applyBalancePayment(transaction, order, balanceId, data);
      return order.paymentId === null || order.paymentId === data.paymentId
        ? applyPayment(transaction, order, data, siteUrl)
        : applySecondPayment(transaction, order, data);
    case 'expired':
    case 'canceled':
    case 'failed':
      // The next 'Pay the rest' opens another page.
      if (balanceId !== undefined) return;
      if (await outlivesPage(transaction, order.id, data.kind)) return;
      return void (await updateOrder(transaction, order, { kind: 'ended', as: data.kind }));
    case 'refunds':
      return applyRefunds(transaction, order, data);
    case 'dispute': {
      const { paymentId, dispute } = data;
      const state = await recordDispute(transaction, { orderId: order.id, paymentId, dispute });
      return void (await updateOrder(transaction, order, { kind: 'dispute', state }));
    }
    case 'other':
  }
}

async function applyRefunds(
  transaction: Transaction<DB>,
  order: LockedOrder,
  { paymentId, refunds }: Extract<PaymentEventData, { kind: 'refunds' }>,
): Promise<void> {
  const payments = await readOwnPayments(transaction, order);
  const own = payments.find((payment) => payment.paymentId === paymentId);
  const payment = {
    paymentId,
    paidCents: own?.paidCents ?? paidCents(order.facts),
    isOnly: !own || payments.length === 1,
  };
  const refundedCents = await recordRefunds(transaction, { order, payment, refunds });
  // Refunds of a second payment don't change the order.
  if (order.paymentId !== null && !own) return;
  if (own?.balanceId) await noteBalanceRefund(transaction, own.balanceId, refundedCents);
  const refundedBefore = own ? order.facts.refundedCents - own.refundedCents : 0;
  const update = { kind: 'refunded', refundedCents: refundedBefore + refundedCents } as const;
  await updateOrder(transaction, order, update);
}

/** Tells whether an open quote outlives its payment page: the next 'Pay' opens another one. */
async function outlivesPage(
  transaction: Transaction<DB>,
  orderId: string,
  end: 'expired' | 'canceled' | 'failed',
): Promise<boolean> {
  const quote = await transaction
    .selectFrom('orders')
    .innerJoin('quotes', 'order_id', 'orders.id')
    .select('orders.id')
    .where('orders.id', '=', orderId)
    .where('purchase', '=', 'quote')
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .where('canceled_at', 'is', null)
    .executeTakeFirst();
  if (!quote) return false;
  // The provider keeps the page of a failed payment as completed. Only the newest page can be completed.
  if (end === 'failed') {
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
  }
  return true;
}

/**
 * Stores the effect of an update on the locked order's money, and moves its stock. `payment` has the columns of its payment,
 * which are stored together with its effect, because the database refuses one without the other.
 */
export async function updateOrder(
  transaction: Transaction<DB>,
  { id, facts: before }: LockedOrder,
  update: PaymentUpdate,
  payment?: UpdateObject<DB, 'orders'>,
): Promise<Pick<OrderStep, 'facts' | 'money'>> {
  const { facts, stock, money } = computeOrderStep(before, update);
  if (stock === 'sell') await endHold(transaction, id, 'sold');
  if (stock === 'release') await endHold(transaction, id, 'released');
  if (stock === 'sell-if-there' && (await sellReleasedStock(transaction, id))) facts.stock = 'sold';
  await transaction
    .updateTable('orders')
    .set({
      ...(payment && { ...payment, paid_at: sql<Date>`now()` }),
      status: computeOrderStatus(facts),
      ended: facts.ended,
      stock: facts.stock,
      refunded: dollarsFromCents(facts.refundedCents),
      dispute: facts.dispute,
    })
    .where('id', '=', id)
    .execute();
  return { facts, money };
}

async function applyPayment(
  transaction: Transaction<DB>,
  order: LockedOrder,
  payment: PaidData,
  siteUrl: string,
): Promise<void> {
  if (order.paymentId !== null) return;
  const { paymentId } = payment;
  const buyer = boundBuyer(payment.buyer);
  const other = findOtherAmount(order.facts, payment);
  const columns: UpdateObject<DB, 'orders'> = {
    payment_id: paymentId,
    ...(other && {
      charged: other.amountCents === null ? null : dollarsFromCents(other.amountCents),
      charged_currency: other.currency,
      amount_review: 'waiting',
    }),
    email: sql<string | null>`coalesce(${buyer.email}, email)`,
    customer_name: buyer.name,
    phone: buyer.phone,
    shipping_address: buyer.address && JSON.stringify(buyer.address),
  };
  const paid = { ...order, facts: { ...order.facts, chargedCents: other?.amountCents ?? null } };
  const { facts, money } = await updateOrder(transaction, paid, { kind: 'paid' }, columns);
  if (other) await alertOtherAmount(transaction, order, payment);
  // The refund arrived before the payment, so there is no mail.
  if (computeOrderStatus(facts) === 'refunded') return;
  const isSold = facts.stock === 'sold';
  if (isSold) {
    await takeOutOfCart(transaction, order.id);
    await beginPacking(transaction, order, paymentId);
    await compareAddress(transaction, order, payment);
  }
  if (money === 'refund-unless-sold' && !isSold) {
    await requestRefund(transaction, { orderId: order.id, paymentId, reason: 'sold-out' });
  }
  await writeOrderMails(transaction, { orderId: order.id, outcome: isSold ? 'bought' : 'sold-out', siteUrl });
}

/**
 * Puts the order on the desk. It is promised from the day on which all its parts can be taken off their cars; if no one
 * knows that day, from today, which buyers do not see. `paymentId` is the payment whose risk the provider rates.
 */
export async function beginPacking(
  transaction: Transaction<DB>,
  { id, facts }: LockedOrder,
  paymentId: string | null,
): Promise<void> {
  const { business, orders } = await readSettings(transaction);
  const progress: Progress = 'to_pack';
  const lines = await transaction
    .selectFrom('order_lines')
    .select('part_id')
    .where('order_id', '=', id)
    .execute();
  const ready = await readReadyDays(
    transaction,
    lines.map(({ part_id: partId }) => partId),
  );
  const now = new Date();
  const begin = findBegin(latestReady([...ready.values()]), business.timeZone, now) ?? now;
  await transaction
    .updateTable('orders')
    .set({
      progress,
      ship_by: addBusinessDays(business, begin, orders.handlingDays),
      review: paymentId !== null && facts.amountCents >= orders.reviewFromCents ? 'checking' : null,
    })
    .where('id', '=', id)
    .execute();
  if (paymentId === null) return;
  await addJob(transaction, 'check-risk', { orderId: id, paymentId }, { key: `check-risk:${id}` });
}

async function applySecondPayment(
  transaction: Transaction<DB>,
  order: LockedOrder,
  { paymentId }: PaidData,
): Promise<void> {
  const { money } = await updateOrder(transaction, order, { kind: 'paid-again' });
  if (money === 'refund-second') {
    await requestRefund(transaction, { orderId: order.id, paymentId, reason: 'paid-twice' });
  }
}
