import { sql } from 'kysely';
import { type Database, PaymentProviderError, type Payments } from '#services';
import { applyPaymentEvent } from './apply-payment-event.server.ts';
import { raiseRefundAlert } from './refunds.server.ts';

/** About half an hour. */
const ALERT_ATTEMPTS = 8;

interface RefundPayment {
  database: Database;
  payments: Payments;
  siteUrl: string;
  orderId: string;
  paymentId: string;
  attempt: number;
  isLastAttempt: boolean;
}

/**
 * Requests a full refund and applies the answer. Without one, throws a PaymentProviderError, so that the job is
 * repeated. After the last attempt, the refund has failed.
 */
export async function refundPayment(options: RefundPayment): Promise<void> {
  const { database, payments, siteUrl, orderId, paymentId, attempt, isLastAttempt } = options;
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
    const refunded = await payments.refund({ orderId, paymentId });
    await applyPaymentEvent({
      database,
      siteUrl,
      source: 'asked',
      event: {
        id: `asked:${refunded.id}:${refunded.state}`,
        type: 'refund.asked',
        orderId,
        data: { kind: 'refunds', paymentId, refunds: [refunded] },
        payload: refunded,
      },
    });
  } catch (error) {
    if (!(error instanceof PaymentProviderError) || !refund) throw error;
    const failure = error.message;
    await database.as(asShop, async (transaction) => {
      await transaction
        .updateTable('refunds')
        .set({ failure, updated_at: sql`now()`, ...(isLastAttempt && { state: 'failed' }) })
        .where('id', '=', refund.id)
        .where('state', '=', 'requested')
        .execute();
      if (attempt >= ALERT_ATTEMPTS || isLastAttempt) {
        const alert = { refundId: refund.id, orderId, paymentId, amountCents: null, failure };
        await raiseRefundAlert(transaction, alert);
      }
    });
    if (!isLastAttempt) throw error;
  }
}
