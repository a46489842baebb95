import { sql, type Transaction } from 'kysely';
import { settleAlert } from '#core/alerts/alerts.server.ts';
import type { DB } from '#db/types.ts';
import { centsFromDollars, dollarsFromCents } from '#core/values/money.ts';
import { computeOrderStatus, type OrderFacts, paidCents } from '#core/orders/order.ts';
import type { PaymentEventData } from '#core/orders/payment.ts';
import { addOrderEvent } from '#core/orders/order-events.server.ts';
import { requestRefund } from './refunds.server.ts';

interface PaidOrder {
  id: string;
  paymentId: string | null;
  facts: OrderFacts;
}

/** A payment that pays for an order, in cents. */
export interface OwnPayment {
  paymentId: string;
  /** Null for the first payment of the order. */
  balanceId: string | null;
  paidCents: number;
  refundedCents: number;
}

/** Reads the payments of the locked order: the first one, and those of its balances. */
export async function readOwnPayments(
  transaction: Transaction<DB>,
  { id, paymentId, facts }: PaidOrder,
): Promise<OwnPayment[]> {
  if (paymentId === null) return [];
  const rows = await transaction
    .selectFrom('order_balances')
    .select(['id', 'payment_id', 'amount', 'refunded'])
    .where('order_id', '=', id)
    .where('payment_id', 'is not', null)
    .orderBy('paid_at')
    .orderBy('id')
    .execute();
  const balances = rows.map((row) => ({
    paymentId: row.payment_id ?? '',
    balanceId: row.id,
    paidCents: centsFromDollars(row.amount),
    refundedCents: centsFromDollars(row.refunded),
  }));
  const sum = (field: 'paidCents' | 'refundedCents') =>
    balances.reduce((cents, balance) => cents + balance[field], 0);
  const first = {
    paymentId,
    balanceId: null,
    paidCents: paidCents(facts) - sum('paidCents'),
    refundedCents: facts.refundedCents - sum('refundedCents'),
  };
  return [first, ...balances];
}

/** Notes the refunded amount of a balance's payment. The order's own sum includes it. @param refundedCents is the total. */
export async function noteBalanceRefund(
  transaction: Transaction<DB>,
  balanceId: string,
  refundedCents: number,
): Promise<void> {
  await transaction
    .updateTable('order_balances')
    .set({ refunded: dollarsFromCents(refundedCents) })
    .where('id', '=', balanceId)
    .execute();
}

/**
 * Applies the payment of a balance, once. With it, the order can ship. Money goes back if it is no longer due, or if it is
 * another amount than asked for. The caller locks the order.
 */
export async function applyBalancePayment(
  transaction: Transaction<DB>,
  order: PaidOrder,
  balanceId: string,
  { paymentId, amountCents, currency }: Extract<PaymentEventData, { kind: 'paid' }>,
): Promise<void> {
  const balance = await transaction
    .selectFrom('order_balances')
    .select(['amount', 'payment_id', 'withdrawn_at'])
    .where('id', '=', balanceId)
    .where('order_id', '=', order.id)
    .forUpdate()
    .executeTakeFirst();
  if (balance?.payment_id === paymentId) return;
  const dueCents = centsFromDollars(balance?.amount ?? 0);
  const isDue =
    balance?.payment_id === null &&
    balance.withdrawn_at === null &&
    (amountCents ?? dueCents) === dueCents &&
    (currency ?? 'usd') === 'usd' &&
    computeOrderStatus(order.facts) !== 'refunded' &&
    // A refund can be reported before its payment.
    !(await wasRefunded(transaction, order.id, paymentId));
  if (!isDue) return requestRefund(transaction, { orderId: order.id, paymentId, reason: 'not-due' });
  await transaction
    .updateTable('order_balances')
    .set({ payment_id: paymentId, paid_at: sql<Date>`now()` })
    .where('id', '=', balanceId)
    .execute();
  const chargedCents = paidCents(order.facts) + dueCents;
  const isWhole = chargedCents === order.facts.amountCents;
  await transaction
    .updateTable('orders')
    .set({
      charged: isWhole ? null : dollarsFromCents(chargedCents),
      // An amount that is still missing was waived before.
      amount_review: 'accepted',
    })
    .where('id', '=', order.id)
    .execute();
  await settleAlert(transaction, { kind: 'payment-amount-differs', subject: order.id });
  const details = { amountCents: dueCents };
  await addOrderEvent(transaction, order, { kind: 'balance_paid', details }, 'now');
}

async function wasRefunded(
  transaction: Transaction<DB>,
  orderId: string,
  paymentId: string,
): Promise<boolean> {
  const refund = await transaction
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'failed')
    .executeTakeFirst();
  return refund !== undefined;
}
