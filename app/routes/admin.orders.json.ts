import { asStaff } from '#features/admin/only-staff.server.ts';
import { listOrders } from '#features/order-desk/list-orders.server.ts';
import { countViews } from '#features/order-desk/order-views.server.ts';
import { readOrdersQuery } from '#features/order-desk/orders-address.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.orders.json.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readOrdersQuery(new URL(request.url).searchParams);
  const { timeZone } = context.get(settingsContext).business;
  const orders = await asStaff(context)(async (transaction) => ({
    list: await listOrders(transaction, query, { timeZone }),
    counts: await countViews(transaction, { timeZone }),
  }));
  return Response.json(orders);
}
