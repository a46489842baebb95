import { databaseContext, shopContext } from '#services';
import { earlierOrderId } from '#features/checkout/checkout-cookie.server.ts';
import { openHolds } from '#features/checkout/stock.server.ts';
import type { Route } from './+types/functions.v1.own-holds.ts';

/** What the unpaid order of this browser's cart holds: another try gives it back first, so it can be bought again. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const orderId = earlierOrderId(request, context.get(shopContext).siteUrl, 'cart');
  const holds = orderId ? await openHolds(context.get(databaseContext), orderId) : [];
  return Response.json({ holds }, { headers: { 'Cache-Control': 'private, no-store' } });
}
