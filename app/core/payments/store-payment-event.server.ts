import type { Transaction } from 'kysely';
import { settleAlert } from '#core/alerts/alerts.server.ts';
import type { DB } from '#db/types.ts';
import type { PaymentEvent } from '#core/orders/payment.ts';

interface StorePaymentEvent {
  event: PaymentEvent;
  orderId: string | null;
  source: 'webhook' | 'asked';
}

/** Stores an event under its id. Returns false if it was stored before. */
export async function storePaymentEvent(
  transaction: Transaction<DB>,
  { event, orderId, source }: StorePaymentEvent,
): Promise<boolean> {
  const stored = await transaction
    .insertInto('payment_events')
    .values({
      id: event.id,
      type: event.type,
      order_id: orderId,
      source,
      // PostgreSQL refuses NUL, even escaped.
      payload: JSON.stringify(event.payload).replaceAll('\\u0000', ''),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  const isNew = stored.numInsertedOrUpdatedRows === 1n;
  if (source === 'webhook') {
    await settleAlert(transaction, { kind: 'webhook-silent', subject: 'webhook' });
    if (!isNew) await noteDelivery(transaction, event.id);
  }
  return isNew;
}

/** The shop may have found the event before it was delivered. */
async function noteDelivery(transaction: Transaction<DB>, id: string): Promise<void> {
  await transaction
    .updateTable('payment_events')
    .set({ source: 'webhook' })
    .where('id', '=', id)
    .where('source', '=', 'asked')
    .execute();
}
