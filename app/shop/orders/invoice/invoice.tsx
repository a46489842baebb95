import { data, redirect } from 'react-router';
import { formatOrderNumber, parseOrderNumber } from '#core/values/order-number.ts';
import { InvoiceView } from './invoice-view.tsx';
import { privateHeaders, readOpenedOrder } from '#core/orders/order-access.server.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/invoice.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const number = parseOrderNumber(params.number);
  if (number === undefined) throw data(null, { status: 404 });
  const opened = await readOpenedOrder(request, context, number);
  if (!opened) throw redirect(`/orders/${formatOrderNumber(number)}`, 303);
  return { order: opened.order };
}

export function headers() {
  return privateHeaders;
}

export function meta({ matches: [root], params }: Route.MetaArgs) {
  return privatePage(root.loaderData, `Invoice ${params.number.toUpperCase()}`);
}

export default function Invoice({ loaderData }: Route.ComponentProps) {
  return <InvoiceView order={loaderData.order} />;
}
