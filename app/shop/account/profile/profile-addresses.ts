import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { listAddresses } from './saved-addresses.server.ts';
import type { Route } from './+types/profile-addresses.ts';

/** Lists the addresses of the signed-in user. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await context.get(accountsContext).readVisitor(request);
  if (!user) return Response.json({ error: 'Auth session missing!' }, { status: 401 });
  const addresses = await listAddresses(context.get(databaseContext), user.id);
  return Response.json({ addresses }, { headers: { 'Cache-Control': 'private, no-store' } });
}
