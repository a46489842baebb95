import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin, getAdmin } from '#core/accounts/only-admins.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { removeRole } from './team.server.ts';
import type { Route } from './+types/role.ts';

/** Takes the role of a user away. */
export async function action({ request, params: { userId }, context }: Route.ActionArgs) {
  if (!isId(userId)) throw data(null, { status: 404 });
  if (request.method !== 'DELETE') throw data(null, { status: 405, headers: { Allow: 'DELETE' } });
  return respondWithResult(context, 'Error removing rights', async () => {
    const form = await request.formData().catch(() => new FormData());
    return asAdmin(context)((transaction) =>
      removeRole(transaction, {
        userId,
        role: form.get('role'),
        ownConfirmed: form.get('own') === 'confirmed',
        adminId: getAdmin(context).userId,
      }),
    );
  });
}
