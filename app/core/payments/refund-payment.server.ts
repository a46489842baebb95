import { sql } from 'kysely';
import { centsFromDollars } from '#core/values/money.ts';
import type { ProviderRefund } from '#core/orders/payment.ts';
import { wholeReasons } from '#core/orders/refund-reason.ts';
import type { Database } from '#core/platform/database.server.ts';
import { PaymentProviderError, type Payments } from './payments.server.ts';
import { applyPaymentEvent } from './apply-payment-event.server.ts';
import { MAX_FAILURE_TEXT, raiseRefundAlert } from './refunds.server.ts';

/** Takes about half an hour. */
const ALERT_ATTEMPTS = 8;

interface RefundPayment {
  database: Database;
  payments: Payments;
  siteUrl: string;
  orderId: string;
  paymentId: string;
  /** Id of a refund that staff asked for. */
  refundId?: string | undefined;
  attempt: number;
  isLastAttempt: boolean;
}

/**
 * Requests a refund and applies the answer. If there is no answer, throws a PaymentProviderError, so that the job is repeated.
 * When the provider refuses it, and after the last attempt, the refund has failed. A refund at the counter is only applied:
 * the provider does not know the payment.
 */
export async function refundPayment(options: RefundPayment): Promise<void> {
  const { database, payments, siteUrl, orderId, paymentId, refundId, attempt, isLastAttempt } = options;
  const asShop = { role: 'service_role' } as const;
  const refund = await database.as(asShop, (transaction) =>
    transaction
      .selectFrom('refunds')
      .select(['id', 'state', 'amount', 'method'])
      .where('order_id', '=', orderId)
      .where('payment_id', '=', paymentId)
      .$if(refundId !== undefined, (query) => query.where('id', '=', refundId as string))
      .$if(refundId === undefined, (query) => query.where('reason', 'in', [...wholeReasons]))
      .executeTakeFirst(),
  );
  if (refund && refund.state !== 'requested') return;
  try {
    const part =
      refundId === undefined || !refund
        ? undefined
        : { refundId, amountCents: centsFromDollars(refund.amount ?? 0), isRepeated: attempt > 1 };
    const isByHand = refund?.method != null;
    const refunded: ProviderRefund =
      isByHand && part
        ? {
            id: `counter:${part.refundId}`,
            requestId: part.refundId,
            amountCents: part.amountCents,
            state: 'done',
          }
        : await payments.refund({ orderId, paymentId, part });
    await applyPaymentEvent({
      database,
      siteUrl,
      source: 'asked',
      event: {
        id: `asked:${refunded.id}:${refunded.state}`,
        type: isByHand ? 'counter.refund' : 'refund.asked',
        orderId,
        data: { kind: 'refunds', paymentId, refunds: [refunded] },
        payload: refunded,
      },
    });
  } catch (error) {
    if (!(error instanceof PaymentProviderError) || !refund) throw error;
    const failure = error.message;
    const isOver = isLastAttempt || (refundId !== undefined && error.refused);
    await database.as(asShop, async (transaction) => {
      await transaction
        .updateTable('refunds')
        .set({
          failure: failure.slice(0, MAX_FAILURE_TEXT),
          updated_at: sql`now()`,
          ...(isOver && { state: 'failed' }),
        })
        .where('id', '=', refund.id)
        .where('state', '=', 'requested')
        .execute();
      if (attempt >= ALERT_ATTEMPTS || isOver) {
        const amountCents = refund.amount === null ? null : centsFromDollars(refund.amount);
        const alert = { refundId: refund.id, orderId, paymentId, amountCents, failure };
        await raiseRefundAlert(transaction, alert);
      }
    });
    if (!isOver) throw error;
  }
}
