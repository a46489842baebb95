import type { Database } from '#core/platform/database.server.ts';
import type { Payments } from '#core/payments/payments.server.ts';
import { applyPaymentEvent } from '#core/payments/apply-payment-event.server.ts';

interface CheckPayment {
  database: Database;
  payments: Payments;
  siteUrl: string;
  sessionId: string;
}

/** Queries the provider and applies the payment of a pending order. Throws a PaymentProviderError. */
export async function checkPayment({ database, payments, siteUrl, ...given }: CheckPayment): Promise<void> {
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
  if (!order) return;
  const { state, event } = await payments.fetchPage(sessionId);
  if (state !== 'paid') return;
  await applyPaymentEvent({ database, siteUrl, event: { ...event, orderId: order.id }, source: 'asked' });
}
