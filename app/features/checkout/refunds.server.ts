import { type Selectable, sql, type Transaction } from 'kysely';
import { raiseAlert, settleAlert } from '#alerts';
import type { DB, Refunds } from '#db/types.ts';
import { addJob } from '#jobs';
import { centsFromDollars, formatDollars, dollarsFromCents } from '#domain/money.ts';
import { laterRefundState, type RefundState } from '#domain/order.ts';
import { type RefundTold, standsForCharge } from '#domain/payment.ts';
import { writeRefundMail } from './order-mails.server.tsx';

type Refund = Pick<Selectable<Refunds>, 'id' | 'payment_id' | 'provider_id' | 'reason' | 'state' | 'amount'>;

interface RequestRefund {
  orderId: string;
  paymentId: string;
  reason: 'sold-out' | 'paid-twice';
}

/** Asks for a whole payment to go back, once for each payment. The job asks the provider. */
export async function requestRefund(
  transaction: Transaction<DB>,
  { orderId, paymentId, reason }: RequestRefund,
): Promise<void> {
  await transaction
    .insertInto('refunds')
    .values({ order_id: orderId, payment_id: paymentId, reason })
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'payment_id']).where('reason', '<>', 'provider').doNothing(),
    )
    .execute();
  await addJob(
    transaction,
    'refund-payment',
    { orderId, paymentId },
    { key: `refund:${orderId}:${paymentId}` },
  );
}

interface NoteRefunds {
  order: { id: string; facts: { amountCents: number } };
  paymentId: string;
  refunds: readonly RefundTold[];
  siteUrl: string;
}

/**
 * Notes what the provider says of the refunds of a payment, unless something later is known, tells the buyer of what
 * has gone back, and raises or settles alerts. Returns how many cents of the payment have gone back in all. The order
 * is locked by the caller.
 */
export async function noteRefunds(
  transaction: Transaction<DB>,
  { order, paymentId, refunds, siteUrl }: NoteRefunds,
): Promise<number> {
  for (const told of refunds) {
    const known = await readRefunds(transaction, order.id, paymentId);
    await noteRefund(transaction, { order, paymentId, told, known, siteUrl });
  }
  const all = await readRefunds(transaction, order.id, paymentId);
  const named = all.filter(({ provider_id }) => provider_id !== null && !standsForCharge(provider_id));
  // What a charge tells in one sum counts only where its refunds are not known one by one.
  return (named.length > 0 ? named : all)
    .filter(({ state }) => state === 'done')
    .reduce((cents, { amount }) => cents + centsOf(amount, order), 0);
}

async function noteRefund(
  transaction: Transaction<DB>,
  options: Omit<NoteRefunds, 'refunds'> & { told: RefundTold; known: Refund[] },
): Promise<void> {
  const { order, paymentId, told, known, siteUrl } = options;
  // The shop's own wish is the first refund that the provider makes of this payment.
  const before =
    known.find(({ provider_id }) => provider_id === told.id) ??
    known.find(({ provider_id, reason }) => provider_id === null && reason !== 'provider');
  const state = laterRefundState((before?.state as RefundState | undefined) ?? 'requested', told.state);
  const isNews = state !== before?.state;
  const noted = {
    provider_id: told.id,
    state,
    amount: told.amountCents === null ? null : dollarsFromCents(told.amountCents),
    ...(isNews && { failure: told.failure ?? null, updated_at: sql<Date>`now()` }),
  };
  const { id } = before
    ? await transaction
        .updateTable('refunds')
        .set(noted)
        .where('id', '=', before.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await transaction
        .insertInto('refunds')
        .values({ order_id: order.id, payment_id: paymentId, reason: 'provider', ...noted })
        .returning('id')
        .executeTakeFirstOrThrow();
  if (!isNews) return;
  const amountCents = told.amountCents ?? order.facts.amountCents;
  if (state === 'done') {
    await settleAlert(transaction, { kind: 'refund-not-done', subject: id });
    await writeRefundMail(transaction, {
      orderId: order.id,
      amountCents,
      reason: (before?.reason ?? 'provider') as Reason,
      siteUrl,
    });
  }
  if (state === 'failed') {
    await alertOfRefund(transaction, {
      refundId: id,
      orderId: order.id,
      paymentId,
      amountCents,
      failure: told.failure ?? 'The provider gives no reason',
    });
  }
}

export type Reason = RequestRefund['reason'] | 'provider';

interface AlertOfRefund {
  refundId: string;
  orderId: string;
  paymentId: string;
  /** Null: the whole payment. */
  amountCents: number | null;
  failure: string;
}

/** Raises the alert that a refund has not gone through. */
export async function alertOfRefund(
  transaction: Transaction<DB>,
  { refundId, orderId, paymentId, amountCents, failure }: AlertOfRefund,
): Promise<void> {
  await raiseAlert(transaction, {
    kind: 'refund-not-done',
    subject: refundId,
    orderId,
    details: {
      Order: orderId.slice(0, 8),
      Amount: amountCents === null ? 'The whole payment' : formatDollars(amountCents),
      Payment: paymentId,
      Reason: failure,
    },
  });
}

function readRefunds(transaction: Transaction<DB>, orderId: string, paymentId: string): Promise<Refund[]> {
  return transaction
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'provider_id', 'reason', 'state', 'amount'])
    .where('order_id', '=', orderId)
    .where('payment_id', '=', paymentId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
}

function centsOf(amount: string | null, order: NoteRefunds['order']): number {
  return amount === null ? order.facts.amountCents : centsFromDollars(amount);
}
