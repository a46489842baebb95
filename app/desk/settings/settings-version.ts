import { data } from 'react-router';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { restoreVersion } from './restore-version.server.ts';
import type { Route } from './+types/settings-version.ts';

export async function action({ request, params, context }: Route.ActionArgs) {
  if (!/^[1-9]\d{0,8}$/.test(params.version)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const version = Number(params.version);
  return respondWithResult(context, 'Error restoring settings', async () => {
    const form = await request.formData().catch(() => undefined);
    const seenVersion = Number(form?.get('seenVersion'));
    return asAdmin(context)((transaction) => restoreVersion(transaction, { version, seenVersion }));
  });
}
