import type { Database } from '#core/platform/database.server.ts';
import type { PageStatus } from '#core/orders/payment.ts';
import type { Payments } from './payments.server.ts';
import { applyPaymentEvent } from './apply-payment-event.server.ts';

interface CheckPayment {
  database: Database;
  payments: Payments;
  siteUrl: string;
  sessionId: string;
}

/**
 * Queries the provider and applies the payment of a pending order. Returns the state of its page, or undefined if no pending
 * order has it. Throws a PaymentProviderError.
 */
export async function checkPayment({
  database,
  payments,
  siteUrl,
  ...given
}: CheckPayment): Promise<PageStatus['state'] | undefined> {
  // PostgreSQL refuses NUL.
  const sessionId = given.sessionId.replaceAll('\0', '');
  const order = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('orders')
      .select('id')
      .where('payment_session_id', '=', sessionId)
      .where('status', '=', 'pending')
      .executeTakeFirst(),
  );
  if (!order) return undefined;
  const { state, event } = await payments.fetchPage(sessionId);
  if (state !== 'paid') return state;
  await applyPaymentEvent({ database, siteUrl, event: { ...event, orderId: order.id }, source: 'asked' });
  return state;
}
