import { data } from 'react-router';
import { restoreCondition } from '#features/admin/bulk/restore-condition.server.ts';
import { restoreParts } from '#features/admin/bulk/restore-parts.server.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { respondWithResult } from '#features/admin/respond.server.ts';
import type { Route } from './+types/admin.restore.ts';

export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const form = Object.fromEntries(await request.formData().catch(() => new FormData()));
  return respondWithResult(context, 'Error restoring', () =>
    asAdmin(context)((transaction) =>
      'condition' in form
        ? restoreCondition(transaction, form['condition'])
        : restoreParts(transaction, form),
    ),
  );
}
