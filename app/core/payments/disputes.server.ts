import type { Transaction } from 'kysely';
import { raiseAlert, settleAlert } from '#core/alerts/alerts.server.ts';
import type { DB } from '#db/types.ts';
import { formatDollars, dollarsFromCents } from '#core/values/money.ts';
import { type DisputeState, type DisputeReport, pickLaterDisputeReport } from '#core/orders/order.ts';
import type { ProviderDispute } from '#core/orders/payment.ts';
import { addOrderEvent } from '#core/orders/order-events.server.ts';

interface RecordDispute {
  orderId: string;
  paymentId: string;
  dispute: ProviderDispute;
}

const BEST_TO_WORST: readonly DisputeState[] = ['won', 'open', 'lost'];

/** Stores a later report and its alert. Returns the worst state of the order's disputes. The caller locks the order. */
export async function recordDispute(
  transaction: Transaction<DB>,
  { orderId, paymentId, dispute }: RecordDispute,
): Promise<DisputeState> {
  const all = await transaction
    .selectFrom('disputes')
    .select(['id', 'state', 'told_at'])
    .where('order_id', '=', orderId)
    .execute();
  const stored = all.find(({ id }) => id === dispute.id);
  const storedReport: DisputeReport | undefined = stored && {
    state: stored.state as DisputeState,
    reportedAt: stored.told_at,
  };
  const isLater = !storedReport || pickLaterDisputeReport(storedReport, dispute) === dispute;
  if (isLater) {
    const { id, state, amountCents, answerBy, reportedAt } = dispute;
    const amount = amountCents === null ? null : dollarsFromCents(amountCents);
    const values = { state, amount, answer_by: answerBy, told_at: reportedAt };
    await transaction
      .insertInto('disputes')
      .values({ id, order_id: orderId, payment_id: paymentId, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    await updateDisputeAlerts(transaction, { orderId, paymentId, dispute });
    // Runs once for each dispute, however often the provider reports it.
    if (!stored && state === 'open') {
      await addOrderEvent(
        transaction,
        { id: orderId },
        { kind: 'disputed', details: { amountCents } },
        'now',
      );
    }
  }
  const others = all.filter(({ id }) => id !== dispute.id).map(({ state }) => state as DisputeState);
  const own = isLater ? dispute.state : storedReport.state;
  return [...others, own].reduce((worst, state) =>
    BEST_TO_WORST.indexOf(state) > BEST_TO_WORST.indexOf(worst) ? state : worst,
  );
}

async function updateDisputeAlerts(
  transaction: Transaction<DB>,
  { orderId, paymentId, dispute: { id, state, amountCents, answerBy } }: RecordDispute,
): Promise<void> {
  const subject = id;
  if (state !== 'open') await settleAlert(transaction, { kind: 'dispute-opened', subject });
  if (state !== 'lost') await settleAlert(transaction, { kind: 'dispute-lost', subject });
  if (state === 'won') return;
  await raiseAlert(transaction, {
    kind: state === 'open' ? 'dispute-opened' : 'dispute-lost',
    subject,
    orderId,
    details: {
      ...(amountCents !== null && { Amount: formatDollars(amountCents) }),
      ...(state === 'open' && answerBy && { 'Answer by': answerBy.toISOString().slice(0, 10) }),
      Payment: paymentId,
    },
  });
}
