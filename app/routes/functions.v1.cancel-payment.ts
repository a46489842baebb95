import {
  databaseContext,
  isPaymentProviderError,
  paymentsContext,
  requestContext,
  shopContext,
} from '#services';
import { earlierOrderId } from '#features/checkout/checkout-cookie.server.ts';
import { giveUpOrder } from '#features/checkout/give-up-order.server.ts';
import type { Route } from './+types/functions.v1.cancel-payment.ts';

/** The buyer has come back from the payment page of this order without paying: what it holds is free at once. */
export async function action({ request, context }: Route.ActionArgs) {
  const orderId = (await request.formData().catch(() => undefined))?.get('order');
  // Whoever has begun to pay an order has its cookie; of others' orders nobody gives anything up.
  const own = (['cart', 'buy_now'] as const).some(
    (purchase) => earlierOrderId(request, context.get(shopContext).siteUrl, purchase) === orderId,
  );
  if (typeof orderId !== 'string' || !own) return Response.json({});
  try {
    const [database, payments] = [context.get(databaseContext), context.get(paymentsContext)];
    await giveUpOrder({ database, payments, orderId, status: 'canceled' });
  } catch (error) {
    // The hold ends with its time, then.
    if (!isPaymentProviderError(error)) throw error;
    context.get(requestContext).logError(error);
  }
  return Response.json({});
}
