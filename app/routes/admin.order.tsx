import { data, isRouteErrorResponse } from 'react-router';
import { parseOrderNumber } from '#domain/order-number.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { findNeighbors } from '#features/order-desk/find-neighbors.server.ts';
import { OrderNotFound, OrderPage } from '#features/order-desk/order-page.tsx';
import { readOrdersQuery } from '#features/order-desk/orders-address.ts';
import { readOrderPage } from '#features/order-desk/read-order-page.server.ts';
import { changesContext } from '#services/changes.server.ts';
import { shopContext } from '#services/shop.server.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.order.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const number = parseOrderNumber(params.number);
  if (number === undefined) throw data(null, { status: 404 });
  const parameters = new URL(request.url).searchParams;
  const query = readOrdersQuery(parameters);
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
