import { data } from 'react-router';
import { renameVehicle } from '#features/admin/bulk/rename-vehicle.server.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { respondWithResult } from '#features/admin/respond.server.ts';
import type { Route } from './+types/admin.rename-vehicle.ts';

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const form = Object.fromEntries(await request.formData().catch(() => new FormData()));
  return respondWithResult(context, 'Error renaming', () =>
    asAdmin(context)((transaction) => renameVehicle(transaction, form)),
  );
}
