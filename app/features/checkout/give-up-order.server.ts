import type { OrderStatus } from '#domain/order.ts';
import type { Database, Payments } from '#services';
import { endHold } from './stock.server.ts';

export interface GiveUpOrder {
  database: Database;
  payments: Payments;
  orderId: string;
  /** What becomes of the order. */
  status?: Extract<OrderStatus, 'expired' | 'canceled' | 'failed'>;
}

/**
 * Ends an order that is not paid: its page can't be paid any more, its stock is free again. An order that is paid, or
 * whose page is just being paid, is left alone; so is one that has ended.
 *
 * @throws {PaymentProviderError} when the page can't be ended; the hold stays until its time is over.
 */
export async function giveUpOrder({
  database,
  payments,
  orderId,
  status = 'expired',
}: GiveUpOrder): Promise<void> {
  const order = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('orders')
      .select(['status', 'payment_session_id'])
      .where('id', '=', orderId)
      .executeTakeFirst(),
  );
  if (order?.status !== 'pending') return;
  // Without a page that we know of, nobody was sent to one.
  if (order.payment_session_id && !(await payments.expirePage(order.payment_session_id))) return;

  await endPendingOrder(database, orderId, status);
}

/** Ends an order that is still pending and gives back what it holds, once. */
export async function endPendingOrder(
  database: Database,
  orderId: string,
  status: Extract<OrderStatus, 'expired' | 'canceled' | 'failed'>,
): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const ended = await transaction
      .updateTable('orders')
      .set({ status })
      .where('id', '=', orderId)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    if (ended.numUpdatedRows === 1n) await endHold(transaction, orderId, 'released');
  });
}
