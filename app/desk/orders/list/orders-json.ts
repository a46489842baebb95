import { asStaff } from '#core/accounts/only-staff.server.ts';
import { listOrders } from '#core/orders/list-orders.server.ts';
import { countViews } from '#core/orders/order-views.server.ts';
import { readOrdersQuery } from '#core/orders/orders-address.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/orders-json.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readOrdersQuery(new URL(request.url).searchParams);
  const { timeZone } = context.get(settingsContext).business;
  const orders = await asStaff(context)(async (transaction) => ({
    list: await listOrders(transaction, query, { timeZone }),
    counts: await countViews(transaction, { timeZone }),
  }));
  return Response.json(orders);
}
