import { data } from 'react-router';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { manyActions, runOnMany } from './run-on-many.server.ts';
import type { Route } from './+types/orders-action.ts';

export async function action({ request, params, context }: Route.ActionArgs) {
  const name = manyActions.find((each) => each === params.action);
  if (name === undefined) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  return respondWithResult(context, 'Error changing the orders', async () => {
    const form = await request.formData().catch(() => new FormData());
    return runOnMany({ asStaff: asStaff(context), action: name, form });
  });
}
