import { data } from 'react-router';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { respondWithResult } from '#features/admin/respond.server.ts';
import { manyActions, runOnMany } from '#features/order-desk/run-on-many.server.ts';
import type { Route } from './+types/admin.orders-action.ts';

export async function action({ request, params, context }: Route.ActionArgs) {
  const name = manyActions.find((each) => each === params.action);
  if (name === undefined) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  return respondWithResult(context, 'Error changing the orders', async () => {
    const form = await request.formData().catch(() => new FormData());
    return runOnMany({ asStaff: asStaff(context), action: name, form });
  });
}
