import { data } from 'react-router';
import { isPartId } from '#domain/part.ts';
import { markSold } from '#features/admin/mark-sold.server.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { respondWithResult } from '#features/admin/respond.server.ts';
import type { Route } from './+types/admin.part-sold.ts';

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (!isPartId(id)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  return respondWithResult(context, 'Error marking as sold', async () => {
    const form = await request.formData().catch(() => new FormData());
    return asStaff(context)((transaction) => markSold(transaction, id, Object.fromEntries(form)));
  });
}
