import { asStaff } from '#features/admin/only-staff.server.ts';
import { listOrders } from '#features/order-desk/list-orders.server.ts';
import { countViews, MAX_COUNT } from '#features/order-desk/order-views.server.ts';
import { readOrdersQuery } from '#features/order-desk/orders-address.ts';
import { OrdersView } from '#features/order-desk/orders-view.tsx';
import { changesContext } from '#services/changes.server.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.orders.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readOrdersQuery(new URL(request.url).searchParams);
  const { timeZone } = context.get(settingsContext).business;
  const asOf = context.get(changesContext).newest;
  return asStaff(context)(async (transaction) => ({
    query,
    list: await listOrders(transaction, query, { timeZone }),
    counts: await countViews(transaction, { timeZone }),
    maxCount: MAX_COUNT,
    now: new Date().toISOString(),
    asOf,
  }));
}

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  return <OrdersView {...loaderData} />;
}
