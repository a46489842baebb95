import { sql } from 'kysely';
import { type Database, PaymentProviderError, type Payments } from '#services';
import { applyPaymentEvent } from './apply-payment-event.server.ts';
import { alertOfRefund } from './refunds.server.ts';

/** After so many tries, about half an hour, an alert is raised. */
const ALERT_AFTER = 8;

interface RefundPayment {
  database: Database;
  payments: Payments;
  siteUrl: string;
  orderId: string;
  paymentId: string;
  /** The number of this try, from 1. */
  attempt: number;
  /** There is no other try after this one. */
  lastTry: boolean;
}

/**
 * Asks the provider to give a whole payment back and applies what it answers. Until it answers, the refund stays
 * requested; after the last try it has failed.
 *
 * @throws {PaymentProviderError} when nothing is known of the refund, so that it is tried again.
 */
export async function refundPayment(options: RefundPayment): Promise<void> {
  const { database, payments, siteUrl, orderId, paymentId, attempt, lastTry } = options;
  const asShop = { role: 'service_role' } as const;
  const refund = await database.as(asShop, (transaction) =>
    transaction
      .selectFrom('refunds')
      .select(['id', 'state'])
      .where('order_id', '=', orderId)
      .where('payment_id', '=', paymentId)
      .where('reason', '<>', 'provider')
      .executeTakeFirst(),
  );
  if (refund && refund.state !== 'requested') return;
  try {
    const told = await payments.refund({ orderId, paymentId });
    await applyPaymentEvent({
      database,
      siteUrl,
      source: 'asked',
      event: {
        id: `asked:${told.id}:${told.state}`,
        type: 'refund.asked',
        orderId,
        happening: { kind: 'refunds', paymentId, refunds: [told] },
        payload: told,
      },
    });
  } catch (error) {
    if (!(error instanceof PaymentProviderError) || !refund) throw error;
    const failure = error.message;
    await database.as(asShop, async (transaction) => {
      await transaction
        .updateTable('refunds')
        .set({ failure, updated_at: sql`now()`, ...(lastTry && { state: 'failed' }) })
        .where('id', '=', refund.id)
        .where('state', '=', 'requested')
        .execute();
      if (attempt >= ALERT_AFTER || lastTry) {
        const alert = { refundId: refund.id, orderId, paymentId, amountCents: null, failure };
        await alertOfRefund(transaction, alert);
      }
    });
    if (!lastTry) throw error;
  }
}
