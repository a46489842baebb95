import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { createApiKey, revokeApiKey } from '#core/api/api-keys.server.ts';
import type { Route } from './+types/api-key.ts';

/** POST to 'new' creates a key, DELETE revokes one. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const { method } = request;
  if (method === 'DELETE' ? !isId(id) : id !== 'new') throw data(null, { status: 404 });
  if (method === 'DELETE') {
    return respondWithResult(context, 'Error revoking key', () =>
      asAdmin(context)((transaction) => revokeApiKey(transaction, id)),
    );
  }
  if (method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST, DELETE' } });
  return respondWithResult(context, 'Error creating key', async () => {
    const form = await request.formData().catch(() => new FormData());
    return asAdmin(context)((transaction) => createApiKey(transaction, form));
  });
}
