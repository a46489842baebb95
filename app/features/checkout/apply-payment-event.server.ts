import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { addJob } from '#jobs';
import { orderStep, type OrderStatus } from '#domain/order.ts';
import type { Buyer, PaymentEvent } from '#domain/payment.ts';
import type { Database } from '#services';
import { writeOrderMails } from './order-mails.server.tsx';
import { endHold, takeStock } from './stock.server.ts';

interface ApplyPaymentEvent {
  database: Database;
  /** Where the links of its mails lead. */
  siteUrl: string;
  event: PaymentEvent;
}

/**
 * Stores an event of the payment provider under its id and does what it calls for, in one transaction: however often,
 * late or concurrently it is delivered, it has one effect.
 */
export async function applyPaymentEvent(options: ApplyPaymentEvent): Promise<void> {
  const { database, siteUrl, event } = options;
  await database.as({ role: 'service_role' }, async (transaction) => {
    const order =
      event.orderId === null
        ? undefined
        : await transaction
            .selectFrom('orders')
            .select(['id', 'status', 'payment_id'])
            .where('id', '=', event.orderId)
            .forUpdate()
            .executeTakeFirst();
    const stored = await transaction
      .insertInto('payment_events')
      .values({
        id: event.id,
        type: event.type,
        order_id: order?.id ?? null,
        // No text of the database can hold a NUL character, escaped or not.
        payload: JSON.stringify(event.payload).replaceAll('\\u0000', ''),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (stored.numInsertedOrUpdatedRows !== 1n || !order) return;
    // Paid is paid: a second event about the same payment tells nothing new.
    if (event.happening.kind === 'paid' && order.payment_id !== null) return;
    await moveOrder(transaction, { id: order.id, status: order.status as OrderStatus }, event, siteUrl);
  });
}

async function moveOrder(
  transaction: Transaction<DB>,
  order: { id: string; status: OrderStatus },
  { happening }: PaymentEvent,
  siteUrl: string,
): Promise<void> {
  const step = orderStep(order.status, happening.kind);
  if (!step) return;
  if (happening.kind === 'paid')
    await notePayment(transaction, order.id, happening.paymentId, happening.buyer);

  let status = step.status;
  if (step.stock === 'sell') await endHold(transaction, order.id, 'sold');
  if (step.stock === 'release') await endHold(transaction, order.id, 'released');
  if (
    step.stock === 'sell-if-there' &&
    happening.kind === 'paid' &&
    !(await takeStock(transaction, order.id))
  ) {
    status = 'refunded';
    const { paymentId } = happening;
    await addJob(
      transaction,
      'refund-payment',
      { orderId: order.id, paymentId },
      { key: `refund:${order.id}` },
    );
  }
  await transaction.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
  if (happening.kind === 'paid') {
    const news = status === 'refunded' ? 'sold-out' : 'bought';
    await writeOrderMails(transaction, { orderId: order.id, news, siteUrl });
  }
}

async function notePayment(
  transaction: Transaction<DB>,
  orderId: string,
  paymentId: string,
  buyer: Buyer,
): Promise<void> {
  await transaction
    .updateTable('orders')
    .set({
      payment_id: paymentId,
      email: sql`coalesce(${buyer.email}, email)`,
      customer_name: buyer.name,
      phone: buyer.phone,
      shipping_address: buyer.address && JSON.stringify(buyer.address),
    })
    .where('id', '=', orderId)
    .execute();
}
