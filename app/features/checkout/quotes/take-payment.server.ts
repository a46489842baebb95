import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#audit/server';
import type { DB } from '#db/types.ts';
import { formatCounterPaymentId } from '#domain/counter-sale.ts';
import type { OrderEventDetails } from '#domain/order-event.ts';
import { formatOrderNumber } from '#domain/order-number.ts';
import { type Database, PaymentProviderError, type Payments } from '#services';
import {
  applyPaymentEvent,
  beginPacking,
  lockOrder,
  updateOrder,
} from '#features/checkout/apply-payment-event.server.ts';
import { writeOrderMails } from '#features/checkout/order-mails.server.tsx';
import type { CounterPayment, ShopForStaff } from './sale.ts';

/** The reason why a payment cannot be taken, for the person. Nothing changes. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
}

/**
 * Records the payment of an order at the counter, in the transaction of the shop for a member of staff. The order is paid,
 * its parts leave the stock, and it appears on the desk. @throws {PaymentRefused}
 */
export async function takePayment(
  transaction: Transaction<DB>,
  options: CounterPayment & { orderId: string; siteUrl: string },
): Promise<void> {
  const { orderId, siteUrl, method, reference, isHandedOver } = options;
  const order = await lockOrder(transaction, { orderId, paymentId: null });
  if (!order) throw new PaymentRefused('this quote does not exist');
  if (order.paymentId !== null) throw new PaymentRefused('it is paid already');
  await transaction
    .updateTable('orders')
    .set({
      payment_id: formatCounterPaymentId(orderId),
      payment_method: method,
      payment_reference: reference,
      paid_at: sql`now()`,
    })
    .where('id', '=', orderId)
    .execute();
  const { facts } = await updateOrder(transaction, order, { kind: 'paid' });
  if (facts.stock !== 'sold')
    throw new PaymentRefused('its hold has ended, and a part was sold to someone else');
  await beginPacking(transaction, order, null);
  const { amountCents } = order.facts;
  const details: OrderEventDetails['counter_payment'] = { method, amountCents, reference };
  await transaction
    .insertInto('order_events')
    .values({ order_id: orderId, kind: 'counter_payment', details: JSON.stringify(details) })
    .execute();
  await writeOrderMails(transaction, { orderId, outcome: isHandedOver ? 'taken' : 'bought', siteUrl });
}

interface TakeQuotePayment extends CounterPayment {
  database: Database;
  payments: Payments;
  /** Without a trailing slash. */
  siteUrl: string;
  staff: ShopForStaff;
  orderId: string;
}

/**
 * Takes the payment of an open quote at the counter. Its payment page is closed first. If the buyer has paid there
 * meanwhile, that payment counts. @throws {PaymentRefused}
 */
export async function takeQuotePayment(options: TakeQuotePayment): Promise<void> {
  const { database, payments, siteUrl, staff, orderId, method } = options;
  const order = await database.as(staff, (transaction) =>
    transaction
      .selectFrom('orders')
      .innerJoin('quotes', 'quotes.order_id', 'orders.id')
      .select([
        'number',
        'status',
        'fulfillment',
        'payment_session_id',
        'payment_id',
        'canceled_at',
        'expires_at',
      ])
      .where('orders.id', '=', orderId)
      .executeTakeFirst(),
  );
  if (order?.payment_id) throw new PaymentRefused('it is paid already');
  const isOpen =
    order?.status === 'pending' &&
    order.canceled_at === null &&
    order.expires_at &&
    order.expires_at > new Date();
  if (!order || !isOpen) throw new PaymentRefused('the quote is not open any more');
  if (order.fulfillment === 'ship') {
    throw new PaymentRefused(
      'it is shipped, and the buyer enters the address with the payment. Make a quote with pickup',
    );
  }
  if (order.payment_session_id) await closePage(order.payment_session_id);
  await database.as(staff, async (transaction) => {
    await takePayment(transaction, { ...options, siteUrl });
    await logAdminAction(transaction, 'sell_at_counter', {
      resourceType: 'orders',
      resourceId: orderId,
      order: formatOrderNumber(order.number),
      method,
    });
  });

  async function closePage(sessionId: string): Promise<void> {
    try {
      const { state, event } = await payments.closePage(sessionId);
      if (state === 'open' || state === 'processing')
        throw new PaymentRefused('an online payment is being confirmed. Wait a minute');
      if (state !== 'paid') return;
      await applyPaymentEvent({ database, siteUrl, event: { ...event, orderId }, source: 'asked' });
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error;
      // The provider does not know the page after a change of keys. It can't be paid.
      if (error.unknown) return;
      throw new PaymentRefused(
        'the payment provider does not respond, so the buyer could pay twice. Try again',
        {
          cause: error,
        },
      );
    }
    throw new PaymentRefused('the buyer has just paid online');
  }
}
