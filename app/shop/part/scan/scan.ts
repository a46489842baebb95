import { data, redirect } from 'react-router';
import { isPartId } from '#core/catalog/part.ts';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import type { Route } from './+types/scan.ts';

/** The code on a part's label leads here: staff edit the part, everybody else sees its page. */
export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  if (!isPartId(id)) throw data(null, { status: 404 });
  const { role } = await context.get(accountsContext).readVisitor(request);
  const part = id.toLowerCase();
  return redirect(role ? `/admin?edit=${part}` : `/part/${part}`, {
    headers: { 'Cache-Control': 'private, no-store' },
  });
}
