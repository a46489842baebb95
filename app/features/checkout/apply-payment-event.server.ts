import { sql, type Transaction } from 'kysely';
import { raiseAlert, settleAlert } from '#alerts';
import type { DB } from '#db/types.ts';
import { centsFromDollars, formatDollars, dollarsFromCents } from '#domain/money.ts';
import { type OrderFacts, orderStatus, orderStep, type OrderStep, type PaymentNews } from '#domain/order.ts';
import type { PaymentEvent, PaymentHappening } from '#domain/payment.ts';
import type { Database } from '#services';
import { noteDispute } from './disputes.server.ts';
import { writeOrderMails } from './order-mails.server.tsx';
import { requestRefund, noteRefunds } from './refunds.server.ts';
import { endHold, takeStock } from './stock.server.ts';

interface ApplyPaymentEvent {
  database: Database;
  /** Where the links of its mails lead. */
  siteUrl: string;
  event: PaymentEvent;
  /** Whether the provider delivered the event, or the shop asked for it. */
  source?: 'webhook' | 'asked';
}

type Paid = Extract<PaymentHappening, { kind: 'paid' }>;

interface KnownOrder {
  id: string;
  paymentId: string | null;
  facts: OrderFacts;
}

/**
 * Stores an event of the payment provider under its id and does what it calls for, in one transaction: however often,
 * late or concurrently it is heard, it has one effect. Returns whether it was news.
 */
export async function applyPaymentEvent(options: ApplyPaymentEvent): Promise<boolean> {
  const { database, siteUrl, event, source = 'webhook' } = options;
  return database.as({ role: 'service_role' }, async (transaction) => {
    const order = await findOrder(transaction, event);
    // What was asked repeats what was delivered: only news is stored.
    if (source === 'asked' && !tellsNews(order, event.happening)) return false;
    const stored = await transaction
      .insertInto('payment_events')
      .values({
        id: event.id,
        type: event.type,
        order_id: order?.id ?? null,
        source,
        // No text of the database can hold a NUL character, escaped or not.
        payload: JSON.stringify(event.payload).replaceAll('\\u0000', ''),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (stored.numInsertedOrUpdatedRows !== 1n) return false;
    if (source === 'webhook') await settleAlert(transaction, { kind: 'webhook-silent', subject: 'webhook' });
    if (order) await applyToOrder(transaction, order, event.happening, siteUrl);
    else await reportUnknownOrder(transaction, event);
    return true;
  });
}

/** The order that an event names, or whose payment it is about. It is locked. */
async function findOrder(
  transaction: Transaction<DB>,
  { orderId, happening }: PaymentEvent,
): Promise<KnownOrder | undefined> {
  const paymentId = 'paymentId' in happening ? happening.paymentId : null;
  if (orderId === null && paymentId === null) return undefined;
  const row = await transaction
    .selectFrom('orders')
    .select(['id', 'payment_id', 'ended', 'stock', 'amount', 'refunded', 'dispute'])
    .where((where) => (orderId === null ? where('payment_id', '=', paymentId) : where('id', '=', orderId)))
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      paymentId: row.payment_id,
      facts: {
        ended: row.ended as OrderFacts['ended'],
        paid: row.payment_id !== null,
        stock: row.stock as OrderFacts['stock'],
        amountCents: centsFromDollars(row.amount),
        refundedCents: centsFromDollars(row.refunded),
        dispute: row.dispute as OrderFacts['dispute'],
      },
    }
  );
}

function tellsNews(order: KnownOrder | undefined, happening: PaymentHappening): boolean {
  if (happening.kind === 'other') return false;
  if (!order) return happening.kind === 'paid';
  if (happening.kind === 'paid') return order.paymentId !== happening.paymentId;
  if (happening.kind === 'refunds' || happening.kind === 'dispute') return true;
  return orderStatus(order.facts) === 'pending';
}

async function applyToOrder(
  transaction: Transaction<DB>,
  order: KnownOrder,
  happening: PaymentHappening,
  siteUrl: string,
): Promise<void> {
  switch (happening.kind) {
    case 'paid':
      return order.paymentId === null || order.paymentId === happening.paymentId
        ? applyPayment(transaction, order, happening, siteUrl)
        : applySecondPayment(transaction, order, happening);
    case 'expired':
    case 'canceled':
    case 'failed':
      return void (await moveOrder(transaction, order, { kind: 'ended', as: happening.kind }));
    case 'refunds': {
      const { paymentId, refunds } = happening;
      const refundedCents = await noteRefunds(transaction, { order, paymentId, refunds, siteUrl });
      // Those of a second payment don't concern what the order was paid with.
      if (order.paymentId !== null && order.paymentId !== paymentId) return;
      return void (await moveOrder(transaction, order, { kind: 'refunded', refundedCents }));
    }
    case 'dispute': {
      const { paymentId, dispute } = happening;
      const state = await noteDispute(transaction, { orderId: order.id, paymentId, dispute });
      return void (await moveOrder(transaction, order, { kind: 'dispute', state }));
    }
    case 'other':
  }
}

/** Does what news calls for with stock and status. Returns what is known then, and what is to be done with the money. */
async function moveOrder(
  transaction: Transaction<DB>,
  { id, facts: before }: KnownOrder,
  news: PaymentNews,
): Promise<Pick<OrderStep, 'facts' | 'money'>> {
  const { facts, stock, money } = orderStep(before, news);
  if (stock === 'sell') await endHold(transaction, id, 'sold');
  if (stock === 'release') await endHold(transaction, id, 'released');
  if (stock === 'sell-if-there' && (await takeStock(transaction, id))) facts.stock = 'sold';
  await transaction
    .updateTable('orders')
    .set({
      status: orderStatus(facts),
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
  order: KnownOrder,
  payment: Paid,
  siteUrl: string,
): Promise<void> {
  // Paid is paid: a second event about the same payment tells nothing new.
  if (order.paymentId !== null) return;
  const { paymentId, buyer } = payment;
  await transaction
    .updateTable('orders')
    .set({
      payment_id: paymentId,
      email: sql`coalesce(${buyer.email}, email)`,
      customer_name: buyer.name,
      phone: buyer.phone,
      shipping_address: buyer.address && JSON.stringify(buyer.address),
    })
    .where('id', '=', order.id)
    .execute();
  await compareAmount(transaction, order, payment);
  const { facts, money } = await moveOrder(transaction, order, { kind: 'paid' });
  // It went back before it was known: there is nothing to say.
  if (orderStatus(facts) === 'refunded') return;
  const isSold = facts.stock === 'sold';
  if (money === 'refund-unless-sold' && !isSold) {
    await requestRefund(transaction, { orderId: order.id, paymentId, reason: 'sold-out' });
  }
  await writeOrderMails(transaction, { orderId: order.id, news: isSold ? 'bought' : 'sold-out', siteUrl });
}

/** A second payment of one order buys nothing: it goes back. */
async function applySecondPayment(
  transaction: Transaction<DB>,
  order: KnownOrder,
  { paymentId }: Paid,
): Promise<void> {
  const { money } = await moveOrder(transaction, order, { kind: 'paid-again' });
  if (money === 'refund-second') {
    await requestRefund(transaction, { orderId: order.id, paymentId, reason: 'paid-twice' });
  }
}

async function compareAmount(
  transaction: Transaction<DB>,
  { id, facts }: KnownOrder,
  { paymentId, amountCents, currency }: Paid,
): Promise<void> {
  const differs = amountCents !== null && amountCents !== facts.amountCents;
  if (!differs && (currency === null || currency === 'usd')) return;
  await raiseAlert(transaction, {
    kind: 'payment-amount-differs',
    subject: id,
    orderId: id,
    details: {
      Order: id.slice(0, 8),
      'Amount of the order': formatDollars(facts.amountCents),
      'Amount paid': `${dollarsFromCents(amountCents ?? 0)} ${(currency ?? '').toUpperCase()}`.trim(),
      Payment: paymentId,
    },
  });
}

/** A payment that names an order of ours which is not there: a database that lost rows, or another shop's key. */
async function reportUnknownOrder(
  transaction: Transaction<DB>,
  { id, type, orderId, happening }: PaymentEvent,
): Promise<void> {
  if (orderId === null || !('paymentId' in happening)) return;
  await raiseAlert(transaction, {
    kind: 'payment-for-unknown-order',
    subject: orderId,
    details: { Order: orderId, Payment: happening.paymentId, Event: `${type} ${id}` },
  });
}
