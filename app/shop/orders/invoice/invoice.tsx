import { data, redirect } from 'react-router';
import { readForm } from '#core/platform/answer-action.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { notePurchaseOrderOfBuyer, readPurchaseOrder } from '#core/orders/purchase-order.server.ts';
import { Refused } from '#core/values/refused.ts';
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
  const purchaseOrder = await context
    .get(databaseContext)
    .as(asShop, (transaction) => readPurchaseOrder(transaction, number));
  return { order: opened.order, purchaseOrder };
}

const asShop = { role: 'service_role' } as const;

/** Takes the buyer's own number of the purchase. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const number = parseOrderNumber(params.number);
  if (number === undefined) throw data(null, { status: 404 });
  const page = `/orders/${formatOrderNumber(number)}`;
  if (!(await readOpenedOrder(request, context, number))) throw redirect(page, 303);
  const form = await readForm(request);
  try {
    await context
      .get(databaseContext)
      .as(asShop, (transaction) => notePurchaseOrderOfBuyer(transaction, number, form));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return data({ problem: `${error.message[0]?.toUpperCase()}${error.message.slice(1)}.` }, { status: 400 });
  }
  return redirect(`${page}/invoice`, 303);
}

export function headers() {
  return privateHeaders;
}

export function meta({ matches: [root], params }: Route.MetaArgs) {
  return privatePage(root.loaderData, `Invoice ${params.number.toUpperCase()}`);
}

export default function Invoice({ loaderData, actionData }: Route.ComponentProps) {
  return <InvoiceView {...loaderData} problem={actionData?.problem} />;
}
