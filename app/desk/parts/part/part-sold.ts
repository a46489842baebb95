import { data } from 'react-router';
import { isPartId } from '#core/catalog/part.ts';
import { markSold } from './mark-sold.server.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import type { Route } from './+types/part-sold.ts';

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (!isPartId(id)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  return respondWithResult(context, 'Error marking as sold', async () => {
    const form = await request.formData().catch(() => new FormData());
    return asStaff(context)((transaction) => markSold(transaction, id, Object.fromEntries(form)));
  });
}
