import { redirect } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { isPartId } from '#core/catalog/part.ts';
import { endOwnWait } from './own-waits.server.ts';
import type { Route } from './+types/profile-back-in-stock.ts';

/** Ends a wait of the signed-in user. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') {
    return Response.json({ error: 'POST' }, { status: 405, headers: { Allow: 'POST' } });
  }
  const { user } = await context.get(accountsContext).readVisitor(request);
  if (!user) throw redirect('/auth', 303);
  const form = await request.formData().catch(() => new FormData());
  const id = form.get('id');
  if (typeof id !== 'string' || !isPartId(id)) return Response.json({ error: 'Unknown id' }, { status: 400 });
  await endOwnWait(context.get(databaseContext), user.id, id);
  throw redirect('/profile?tab=orders', 303);
}
