import { data, isRouteErrorResponse } from 'react-router';
import { parseOrderNumber } from '#core/values/order-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { findNeighbors } from './find-neighbors.server.ts';
import { OrderNotFound, OrderPage } from './order-page.tsx';
import { ordersList } from '#core/orders/orders-address.ts';
import { readOrderPage } from './read-order-page.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/order.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const number = parseOrderNumber(params.number);
  if (number === undefined) throw data(null, { status: 404 });
  const parameters = new URL(request.url).searchParams;
  const query = ordersList.read(parameters);
  const { timeZone } = context.get(settingsContext).business;
  const { paymentPages } = context.get(shopContext);
  const asOf = context.get(changesContext).newest;
  const page = await asStaff(context)(async (transaction) => {
    const order = await readOrderPage(transaction, {
      number,
      storyPage: readPage(parameters.get('history')),
      paymentPages,
    });
    if (!order) return undefined;
    const place = { number: order.number, shipBy: order.shipByUs };
    return { order, query, neighbors: await findNeighbors(transaction, query, place, { timeZone }), asOf };
  });
  if (!page) throw data(null, { status: 404 });
  return page;
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

export default function AdminOrder({ loaderData }: Route.ComponentProps) {
  return <OrderPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <OrderNotFound />;
  throw error;
}
