import {
  accountsContext,
  databaseContext,
  isPaymentProviderError,
  paymentsContext,
  requestContext,
  shopContext,
} from '#services';
import { readBrowserId } from '#features/checkout/browser-cookie.server.ts';
import { giveUpOrder } from '#features/checkout/give-up-order.server.ts';
import { isOwnOrder } from '#features/checkout/own-orders.server.ts';
import type { Route } from './+types/functions.v1.cancel-payment.ts';

/** The buyer has come back from the payment page of this order without paying: what it holds is free at once. */
export async function action({ request, context }: Route.ActionArgs) {
  const orderId = (await request.formData().catch(() => undefined))?.get('order');
  const { siteUrl } = context.get(shopContext);
  const database = context.get(databaseContext);
  const { user } = await context.get(accountsContext).visitor(request);
  const buyer = { browserId: readBrowserId(request, siteUrl), userId: user?.id };
  // Orders of others can't be given up.
  if (typeof orderId !== 'string' || !(await isOwnOrder(database, orderId, buyer))) return Response.json({});
  try {
    await giveUpOrder({
      database,
      payments: context.get(paymentsContext),
      siteUrl,
      orderId,
      status: 'canceled',
    });
  } catch (error) {
    // The hold ends with its time, then.
    if (!isPaymentProviderError(error)) throw error;
    context.get(requestContext).logError(error);
  }
  return Response.json({});
}
