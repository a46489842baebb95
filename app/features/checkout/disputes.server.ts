import type { Transaction } from 'kysely';
import { raiseAlert, settleAlert } from '#alerts';
import type { DB } from '#db/types.ts';
import { formatDollars, dollarsFromCents } from '#domain/money.ts';
import { type DisputeState, type DisputeWord, laterDisputeWord } from '#domain/order.ts';
import type { DisputeTold } from '#domain/payment.ts';

interface NoteDispute {
  orderId: string;
  paymentId: string;
  dispute: DisputeTold;
}

/** The worst state counts for an order whose payment is disputed more than once. */
const FROM_BEST: readonly DisputeState[] = ['won', 'open', 'lost'];

/**
 * Notes what the provider says of a dispute, unless something later is known, and raises or settles its alert. Returns
 * how the order's disputes stand in all. The order is locked by the caller.
 */
export async function noteDispute(
  transaction: Transaction<DB>,
  { orderId, paymentId, dispute }: NoteDispute,
): Promise<DisputeState> {
  const all = await transaction
    .selectFrom('disputes')
    .select(['id', 'state', 'told_at'])
    .where('order_id', '=', orderId)
    .execute();
  const known = all.find(({ id }) => id === dispute.id);
  const knownWord: DisputeWord | undefined = known && {
    state: known.state as DisputeState,
    toldAt: known.told_at,
  };
  const isNews = !knownWord || laterDisputeWord(knownWord, dispute) === dispute;
  if (isNews) {
    const { id, state, amountCents, answerBy, toldAt } = dispute;
    const amount = amountCents === null ? null : dollarsFromCents(amountCents);
    const noted = { state, amount, answer_by: answerBy, told_at: toldAt };
    await transaction
      .insertInto('disputes')
      .values({ id, order_id: orderId, payment_id: paymentId, ...noted })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(noted))
      .execute();
    await alertOfDispute(transaction, { orderId, paymentId, dispute });
  }
  const others = all.filter(({ id }) => id !== dispute.id).map(({ state }) => state as DisputeState);
  const own = isNews ? dispute.state : knownWord.state;
  return [...others, own].reduce((worst, state) =>
    FROM_BEST.indexOf(state) > FROM_BEST.indexOf(worst) ? state : worst,
  );
}

async function alertOfDispute(
  transaction: Transaction<DB>,
  { orderId, paymentId, dispute: { id, state, amountCents, answerBy } }: NoteDispute,
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
      Order: orderId.slice(0, 8),
      ...(amountCents !== null && { Amount: formatDollars(amountCents) }),
      ...(state === 'open' && answerBy && { 'Answer by': answerBy.toISOString().slice(0, 10) }),
      Payment: paymentId,
    },
  });
}
