import { data } from 'react-router';
import { parseOrderNumber } from '#core/values/order-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { storePhoto } from './order-photos.server.ts';
import { filesContext } from '#core/platform/files.server.ts';
import type { Route } from './+types/order-photos.ts';

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = parseOrderNumber(params.number);
  if (number === undefined) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  return respondWithResult(context, 'Error adding the photo', async () => {
    const form = await request.formData().catch(() => new FormData());
    return storePhoto({ files: context.get(filesContext), asStaff: asStaff(context), number, form });
  });
}
