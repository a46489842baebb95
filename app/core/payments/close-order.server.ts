import type { UnpaidEnd } from '#core/orders/order.ts';
import { sql } from 'kysely';
import { raiseAlert } from '#core/alerts/alerts.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { PaymentProviderError, type Payments } from './payments.server.ts';
import { applyPaymentEvent } from './apply-payment-event.server.ts';
import { endHold } from './stock.server.ts';

export interface CloseOrder {
  database: Database;
  payments: Payments;
  siteUrl: string;
  orderId: string;
  /** By default the order's time has come, unless it is a quote that is held longer since. */
  status?: UnpaidEnd;
}

/** 'processing' means that the provider confirms the payment later. */
export type CloseOutcome = 'ended' | 'paid' | 'processing';

/**
 * Closes an unpaid order's page, ends the order and releases its stock, or applies its payment if there is one.
 * Throws a PaymentProviderError if the page may still be open. The stock then stays held.
 */
export async function closeOrder(options: CloseOrder): Promise<CloseOutcome> {
  const { database, payments, siteUrl, orderId, status } = options;
  const order = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .updateTable('orders')
      .set({ asked_at: sql`now()` })
      .where('id', '=', orderId)
      .where('status', '=', 'pending')
      .$if(status === undefined, (query) =>
        query.where((where) =>
          where.or([where('purchase', '<>', 'quote'), where('expires_at', '<=', sql<Date>`now()`)]),
        ),
      )
      .returning(['payment_session_id'])
      .executeTakeFirst(),
  );
  if (!order) return readOutcome(database, orderId);
  // The buyer sees no page without a session.
  if (order.payment_session_id) {
    try {
      const { state, event } = await payments.closePage(order.payment_session_id);
      if (state === 'open' || state === 'processing') return 'processing';
      if (state === 'paid') {
        await applyPaymentEvent({ database, siteUrl, event: { ...event, orderId }, source: 'asked' });
        return 'paid';
      }
    } catch (error) {
      if (!(error instanceof PaymentProviderError) || !error.unknown) throw error;
      await reportUnknownPage(database, orderId, error.message);
    }
  }
  return endPendingOrder(database, orderId, status ?? 'expired');
}

async function reportUnknownPage(database: Database, orderId: string, answer: string): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    raiseAlert(transaction, {
      kind: 'payment-page-unknown',
      subject: orderId,
      orderId,
      details: { Answer: answer },
    }),
  );
}

/** Ends a pending order and releases its stock, once. */
export async function endPendingOrder(
  database: Database,
  orderId: string,
  status: UnpaidEnd,
): Promise<CloseOutcome> {
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
  return ended ? 'ended' : readOutcome(database, orderId);
}

async function readOutcome(database: Database, orderId: string): Promise<CloseOutcome> {
  const order = await database.as({ role: 'service_role' }, (transaction) =>
    transaction.selectFrom('orders').select('payment_id').where('id', '=', orderId).executeTakeFirst(),
  );
  return order?.payment_id ? 'paid' : 'ended';
}
