import type { UnpaidEnd } from '#domain/order.ts';
import { sql } from 'kysely';
import { raiseAlert } from '#alerts';
import { type Database, PaymentProviderError, type Payments } from '#services';
import { applyPaymentEvent } from './apply-payment-event.server.ts';
import { endHold } from './stock.server.ts';

export interface GiveUpOrder {
  database: Database;
  payments: Payments;
  /** Where the links of its mails lead, should it turn out to be paid. */
  siteUrl: string;
  orderId: string;
  /** What becomes of the order. */
  status?: UnpaidEnd;
}

/**
 * What came of giving an order up: it has ended and holds nothing; or it turned out to be paid; or it is just being paid,
 * which the provider tells later.
 */
export type GivenUp = 'ended' | 'paid' | 'being paid';

/**
 * Ends an order that is not paid: its page can't be paid any more, its stock is free again. When the provider says that
 * it is paid, that is applied as if it had been delivered. A page that the provider does not know ends too, with an alert.
 *
 * @throws {PaymentProviderError} when the provider does not confirm that the page is closed; the stock stays held.
 */
export async function giveUpOrder(options: GiveUpOrder): Promise<GivenUp> {
  const { database, payments, siteUrl, orderId, status = 'expired' } = options;
  const order = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .updateTable('orders')
      .set({ asked_at: sql`now()` })
      .where('id', '=', orderId)
      .where('status', '=', 'pending')
      .returning(['payment_session_id'])
      .executeTakeFirst(),
  );
  if (!order) return hasEnded(database, orderId);
  // No page is noted before its address is: without one, no buyer was sent to a page.
  if (order.payment_session_id) {
    try {
      const { state, event } = await payments.closePage(order.payment_session_id);
      if (state === 'open' || state === 'being paid') return 'being paid';
      if (state === 'paid') {
        // By the page's own name: it was made for this order, whatever its metadata says.
        await applyPaymentEvent({ database, siteUrl, event: { ...event, orderId }, source: 'asked' });
        return 'paid';
      }
    } catch (error) {
      if (!(error instanceof PaymentProviderError) || !error.unknown) throw error;
      await reportUnknownPage(database, orderId, error.message);
    }
  }
  return endPendingOrder(database, orderId, status);
}

async function reportUnknownPage(database: Database, orderId: string, answer: string): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    raiseAlert(transaction, {
      kind: 'payment-page-unknown',
      subject: orderId,
      orderId,
      details: { Order: orderId.slice(0, 8), Answer: answer },
    }),
  );
}

/** Ends an order that is still pending and gives back what it holds, once. */
export async function endPendingOrder(
  database: Database,
  orderId: string,
  status: UnpaidEnd,
): Promise<GivenUp> {
  const ended = await database.as({ role: 'service_role' }, async (transaction) => {
    const order = await transaction
      .updateTable('orders')
      .set({ status, ended: status, stock: 'released' })
      .where('id', '=', orderId)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    if (order.numUpdatedRows !== 1n) return false;
    await endHold(transaction, orderId, 'released');
    return true;
  });
  return ended ? 'ended' : hasEnded(database, orderId);
}

/** What came of an order that is not pending any more. */
async function hasEnded(database: Database, orderId: string): Promise<GivenUp> {
  const order = await database.as({ role: 'service_role' }, (transaction) =>
    transaction.selectFrom('orders').select('payment_id').where('id', '=', orderId).executeTakeFirst(),
  );
  return order?.payment_id ? 'paid' : 'ended';
}
