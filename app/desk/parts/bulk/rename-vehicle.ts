import { data } from 'react-router';
import { renameVehicle } from './rename-vehicle.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import type { Route } from './+types/rename-vehicle.ts';

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const form = Object.fromEntries(await request.formData().catch(() => new FormData()));
  return respondWithResult(context, 'Error renaming', () =>
    asAdmin(context)((transaction) => renameVehicle(transaction, form)),
  );
}
