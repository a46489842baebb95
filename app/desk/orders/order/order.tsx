import { data, isRouteErrorResponse } from 'react-router';
import { parseOrderNumber } from '#core/values/order-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { findNeighbors } from './find-neighbors.server.ts';
import { OrderNotFound, OrderPage } from './order-page.tsx';
import { removePhoto, storePhoto } from './order-photos.server.ts';
import { orderActions } from '#core/orders/order-action.ts';
import { ordersList } from '#core/orders/orders-address.ts';
import { answerAction, readForm, refuseForm } from '#core/platform/answer-action.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import { readOrderPage } from './read-order-page.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import {
  answerCorrection,
  answerFindParts,
  findCorrection,
} from '../corrections/answer-correction.server.ts';
import { failureOf, orderRefusals, runOrderAction } from '../run-order-action.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/order.ts';

export const meta = panelPage('Order :number');

export { pictureForm as accepts } from '#core/values/accepts.ts';
export { reportFailure as clientAction } from '#kit/form/use-action.ts';

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

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = parseOrderNumber(params.number);
  if (number === undefined) throw data(null, { status: 404 });
  const form = await readForm(request);
  const intent = form.get('intent');
  const id = form.get('id');
  const runAsStaff = asStaff(context);
  if (intent === 'add-photo')
    return answerAction(context, 'Error adding the photo', () =>
      storePhoto({ files: context.get(filesContext), asStaff: runAsStaff, number, form }),
    );
  if (intent === 'remove-photo' && typeof id === 'string' && isId(id))
    return answerAction(context, 'Error removing the photo', () =>
      runAsStaff((transaction) => removePhoto(transaction, { number, id })),
    );
  if (intent === 'find-parts') return answerFindParts(context, form);
  const kind = findCorrection(intent);
  if (kind) return answerCorrection(context, { number, kind, form });
  const name = orderActions.find((each) => each === intent);
  if (!name) return refuseForm('Error changing the order');
  return answerAction(
    context,
    failureOf(name),
    () => runAsStaff((transaction) => runOrderAction(transaction, { number, action: name, form })),
    orderRefusals,
  );
}

export default function AdminOrder({ loaderData }: Route.ComponentProps) {
  return <OrderPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <OrderNotFound />;
  throw error;
}
