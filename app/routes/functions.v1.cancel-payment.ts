import { databaseContext, paymentsContext } from '#services';
import { earlierOrderId } from '#features/checkout/checkout-cookie.server.ts';
import { giveUpOrder } from '#features/checkout/give-up-order.server.ts';
import type { Route } from './+types/functions.v1.cancel-payment.ts';

/** The buyer has come back from the payment page without paying: what their order holds is free at once. */
export async function action({ request, context }: Route.ActionArgs) {
  const database = context.get(databaseContext);
  const payments = context.get(paymentsContext);
  for (const purchase of ['cart', 'buy_now'] as const) {
    const orderId = earlierOrderId(request, purchase);
    if (orderId) await giveUpOrder({ database, payments, orderId, status: 'canceled' });
  }
  return Response.json({});
}
