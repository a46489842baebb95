import type { Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { formatCounterPaymentId } from '#core/orders/counter-sale.ts';
import type { OrderEventDetails } from '#core/orders/order-event.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Payments } from '#core/payments/payments.server.ts';
import { beginPacking, lockOrder, updateOrder } from '#core/payments/apply-payment-event.server.ts';
import { writeOrderMails } from '#core/payments/order-mails.server.tsx';
import { Refused } from '#core/values/refused.ts';
import { closeQuotePage } from './close-quote-page.server.ts';
import { lockQuote } from '#core/orders/quotes/lock-quote.server.ts';
import type { CounterPayment, ShopForStaff } from './sale.ts';

const CHANGED = 'it has just been changed. Reload the page to see its total';

/**
 * Records the payment of an order at the counter, in the transaction of the shop for a member of staff. The order is paid,
 * its parts leave the stock, and it appears on the desk. @throws {Refused}
 */
export async function takePayment(
  transaction: Transaction<DB>,
  options: CounterPayment & { orderId: string; siteUrl: string },
): Promise<void> {
  const { orderId, siteUrl, method, reference, isHandedOver } = options;
  const order = await lockOrder(transaction, { orderId, paymentId: null });
  if (!order) throw new Refused('this quote does not exist');
  if (order.paymentId !== null) throw new Refused('it is paid already');
  const { facts } = await updateOrder(
    transaction,
    order,
    { kind: 'paid' },
    {
      payment_id: formatCounterPaymentId(orderId),
      payment_method: method,
      payment_reference: reference,
    },
  );
  if (facts.stock !== 'sold') throw new Refused('its hold expired, and a part was sold to someone else');
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
  /** Has no trailing slash. */
  siteUrl: string;
  staff: ShopForStaff;
  orderId: string;
  /** Latest change that the person has seen. */
  seen: string | null;
}

/**
 * Takes the payment of an open quote at the counter. Its payment page is closed first. If the buyer has paid there
 * meanwhile, that payment counts. @throws {Refused}
 */
export async function takeQuotePayment(options: TakeQuotePayment): Promise<void> {
  const { database, payments, siteUrl, staff, orderId, method, seen } = options;
  const order = await database.as(staff, (transaction) => lockQuote(transaction, orderId));
  if (order?.state === 'paid' || order?.state === 'late') throw new Refused('it is paid already');
  if (order?.state !== 'open') throw new Refused('the quote is no longer open');
  if (order.changeId !== seen) throw new Refused(CHANGED);
  if (order.fulfillment === 'ship') {
    throw new Refused('it ships to the address the buyer enters when paying. Change it to pickup first');
  }
  if (order.page)
    await closeQuotePage({ database, payments, siteUrl, orderId, sessionId: order.page.sessionId });
  await database.as(staff, async (transaction) => {
    const locked = await lockQuote(transaction, orderId);
    if (locked?.changeId !== seen) throw new Refused(CHANGED);
    await takePayment(transaction, { ...options, siteUrl });
    await logAdminAction(transaction, 'sell_at_counter', {
      resourceType: 'orders',
      resourceId: orderId,
      order: formatOrderNumber(order.number),
      method,
    });
  });
}
