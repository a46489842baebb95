import { asStaff } from '#core/accounts/only-staff.server.ts';
import { listOrders } from '#core/orders/list-orders.server.ts';
import { countViews, MAX_COUNT } from '#core/orders/order-views.server.ts';
import { ordersList } from '#core/orders/orders-address.ts';
import { OrdersView } from './orders-view.tsx';
import { changesContext } from '#core/live/changes.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/orders.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = ordersList.read(new URL(request.url).searchParams);
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
