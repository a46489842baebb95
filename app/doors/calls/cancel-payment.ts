import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { PaymentProviderError, paymentsContext } from '#core/payments/payments.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { closeOrder } from '#core/payments/close-order.server.ts';
import { readOrder } from '#core/payments/read-order.server.ts';
import { listOpenPayments, readPayer } from '#core/checkout/own-payments.server.ts';
import type { Route } from './+types/cancel-payment.ts';

/** Cancels an open payment of this browser or account. Responds with {} for other orders. */
export async function action({ request, context }: Route.ActionArgs) {
  const orderId = (await request.formData().catch(() => undefined))?.get('order');
  const database = context.get(databaseContext);
  const { siteUrl } = context.get(shopContext);
  const payer = await readPayer(request, siteUrl, context.get(accountsContext));
  const own = await listOpenPayments(database, payer);
  if (typeof orderId !== 'string' || !own.some((payment) => payment.orderId === orderId)) {
    return Response.json({});
  }
  try {
    const payments = context.get(paymentsContext);
    await closeOrder({ database, payments, siteUrl, orderId, status: 'canceled' });
  } catch (error) {
    // The hold will expire.
    if (!(error instanceof PaymentProviderError)) throw error;
    context.get(requestContext).logError(error);
  }
  const order = await readOrder(database, orderId);
  return Response.json({ status: order?.status });
}
