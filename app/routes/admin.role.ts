import { data } from 'react-router';
import { isPartId as isId } from '#domain/part.ts';
import { asAdmin, getAdmin } from '#features/admin/only-admins.server.ts';
import { respondWithResult } from '#features/admin/respond.server.ts';
import { removeRole } from '#features/people/team.server.ts';
import type { Route } from './+types/admin.role.ts';

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
