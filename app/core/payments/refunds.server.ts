import { type Selectable, sql, type Transaction } from 'kysely';
import { raiseAlert, settleAlert } from '#core/alerts/alerts.server.ts';
import type { DB, Refunds } from '#db/types.ts';
import { addJob } from '#core/platform/jobs.server.ts';
import { addOrderEvent } from '#core/orders/order-events.server.ts';
import { centsFromDollars, formatDollars, dollarsFromCents } from '#core/values/money.ts';
import type { CounterMethod } from '#core/orders/counter-sale.ts';
import { pickLaterRefundState, type RefundState } from '#core/orders/order.ts';
import { type ProviderRefund, isChargeRefund } from '#core/orders/payment.ts';
import { readRefundReason, wholeReasons } from '#core/orders/refund-reason.ts';

type Refund = Pick<
  Selectable<Refunds>,
  'id' | 'payment_id' | 'provider_id' | 'reason' | 'cause' | 'state' | 'amount' | 'method'
>;

/** Maximum of characters stored of a provider's reason. */
export const MAX_FAILURE_TEXT = 5_000;

interface RequestRefund {
  orderId: string;
  paymentId: string;
  reason: (typeof wholeReasons)[number];
}

/** Requests a full refund, once for each payment. A job sends it. */
export async function requestRefund(
  transaction: Transaction<DB>,
  { orderId, paymentId, reason }: RequestRefund,
): Promise<void> {
  await transaction
    .insertInto('refunds')
    .values({ order_id: orderId, payment_id: paymentId, reason })
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'payment_id'])
        // The statement has no parameter here, because it would not match the index once PostgreSQL plans the prepared statement
        // for all values.
        .where(
          'reason',
          'in',
          wholeReasons.map((each) => sql.lit(each)),
        )
        .doNothing(),
    )
    .execute();
  await addJob(
    transaction,
    'refund-payment',
    { orderId, paymentId },
    { key: `refund:${orderId}:${paymentId}` },
  );
}

interface RecordRefunds {
  order: { id: string };
  /** `isOnly` is true if the payment is all that was paid for the order, or nothing of it. */
  payment: { paymentId: string; paidCents: number; isOnly: boolean };
  refunds: readonly ProviderRefund[];
}

/**
 * Stores refunds with mails and alerts. Returns the payment's refunded cents, at most the paid amount: a failed refund may be
 * reported after the one that replaced it. The caller locks the order.
 */
export async function recordRefunds(
  transaction: Transaction<DB>,
  { order, payment, refunds }: RecordRefunds,
): Promise<number> {
  const { paymentId, paidCents } = payment;
  for (const refund of refunds.filter(isOfMoney)) {
    const existing = await readRefunds(transaction, order.id, paymentId);
    await recordRefund(transaction, { order, payment, refund, existing });
  }
  const all = await readRefunds(transaction, order.id, paymentId);
  const single = all.filter(({ provider_id }) => provider_id !== null && !isChargeRefund(provider_id));
  // A charge's sum counts only without single refunds.
  const refundedCents = (single.length > 0 ? single : all)
    .filter(({ state }) => state === 'done')
    .reduce((cents, { amount }) => cents + (amount === null ? paidCents : centsFromDollars(amount)), 0);
  return Math.min(refundedCents, paidCents);
}

/**
 * Tells whether money goes back. The provider also reports charges without a refund. The buyer gets no money then, and so no
 * mail.
 */
function isOfMoney({ amountCents }: ProviderRefund): boolean {
  return amountCents !== 0;
}

async function recordRefund(
  transaction: Transaction<DB>,
  options: Omit<RecordRefunds, 'refunds'> & { refund: ProviderRefund; existing: Refund[] },
): Promise<void> {
  const { order, payment, refund, existing } = options;
  const { paymentId, paidCents } = payment;
  // The first refund of a payment that names no request answers the request for the whole payment.
  const stored =
    existing.find(({ provider_id }) => provider_id === refund.id) ??
    (refund.requestId === undefined
      ? existing.find(({ provider_id, reason }) => provider_id === null && isWhole(reason))
      : existing.find(({ id }) => id === refund.requestId));
  const state = pickLaterRefundState((stored?.state as RefundState | undefined) ?? 'requested', refund.state);
  const isLater = state !== stored?.state;
  const values = {
    provider_id: refund.id,
    state,
    amount: refund.amountCents === null ? null : dollarsFromCents(refund.amountCents),
    ...(isLater && {
      failure: refund.failure?.slice(0, MAX_FAILURE_TEXT) ?? null,
      updated_at: sql<Date>`now()`,
    }),
  };
  const { id } = stored
    ? await transaction
        .updateTable('refunds')
        .set(values)
        .where('id', '=', stored.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await transaction
        .insertInto('refunds')
        .values({
          order_id: order.id,
          payment_id: paymentId,
          reason: 'provider',
          cause: refund.cause ?? null,
          ...values,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
  if (!isLater) return;
  const amountCents = refund.amountCents ?? paidCents;
  if (state === 'done') {
    for (const subject of [id, ...(await listFailedBefore(transaction, id))])
      await settleAlert(transaction, { kind: 'refund-not-done', subject });
    // The mail of a return says it too.
    if (!(await belongsToReturn(transaction, id))) {
      const details = {
        refundId: id,
        amountCents,
        reason: stored ? readRefundReason(stored) : (refund.cause ?? 'provider'),
        isWhole: payment.isOnly && amountCents >= paidCents,
        method: (stored?.method ?? null) as CounterMethod | null,
      };
      await addOrderEvent(transaction, order, { kind: 'refunded', details }, 'now');
    }
  }
  if (state === 'failed') {
    await raiseRefundAlert(transaction, {
      refundId: id,
      orderId: order.id,
      paymentId,
      amountCents,
      failure: refund.failure ?? 'The provider gave no reason',
    });
  }
}

/** Lists failed refunds of the same payment that were requested before: this one replaces them. */
async function listFailedBefore(transaction: Transaction<DB>, refundId: string): Promise<string[]> {
  const failed = await transaction
    .selectFrom('refunds')
    .innerJoin('refunds as done', (join) =>
      join
        .onRef('done.order_id', '=', 'refunds.order_id')
        .onRef('done.payment_id', '=', 'refunds.payment_id')
        .onRef('done.requested_at', '>', 'refunds.requested_at'),
    )
    .select('refunds.id')
    .where('done.id', '=', refundId)
    .where('refunds.state', '=', 'failed')
    .execute();
  return failed.map(({ id }) => id);
}

async function belongsToReturn(transaction: Transaction<DB>, refundId: string): Promise<boolean> {
  const found = await transaction
    .selectFrom('returns')
    .select('id')
    .where('refund_id', '=', refundId)
    .executeTakeFirst();
  return found !== undefined;
}

function isWhole(reason: string): boolean {
  return (wholeReasons as readonly string[]).includes(reason);
}

interface RefundAlert {
  refundId: string;
  orderId: string;
  paymentId: string;
  amountCents: number | null;
  failure: string;
}

export async function raiseRefundAlert(
  transaction: Transaction<DB>,
  { refundId, orderId, paymentId, amountCents, failure }: RefundAlert,
): Promise<void> {
  await raiseAlert(transaction, {
    kind: 'refund-not-done',
    subject: refundId,
    orderId,
    details: {
      Amount: amountCents === null ? 'The full payment' : formatDollars(amountCents),
      Payment: paymentId,
      Reason: failure,
    },
  });
}

function readRefunds(transaction: Transaction<DB>, orderId: string, paymentId: string): Promise<Refund[]> {
  return transaction
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'provider_id', 'reason', 'cause', 'state', 'amount', 'method'])
    .where('order_id', '=', orderId)
    .where('payment_id', '=', paymentId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
}
