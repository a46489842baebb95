import { asStaff } from '#core/accounts/only-staff.server.ts';
import { listOrders } from '#core/orders/list-orders.server.ts';
import { countViews } from '#core/orders/order-views.server.ts';
import { MAX_COUNT } from '#core/platform/count-up-to.server.ts';
import { ordersList } from '#core/orders/orders-address.ts';
import { answerAction, readForm, refuseForm } from '#core/platform/answer-action.server.ts';
import { orderRefusals } from '../run-order-action.server.ts';
import { OrdersView } from './orders-view.tsx';
import { manyActions, runOnMany } from './run-on-many.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/orders.ts';

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

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

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const name = manyActions.find((each) => each === form.get('intent'));
  const failure = 'Error changing the orders';
  if (!name) return refuseForm(failure);
  return answerAction(
    context,
    failure,
    () => runOnMany({ asStaff: asStaff(context), action: name, form }),
    orderRefusals,
  );
}

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  return <OrdersView {...loaderData} />;
}
