import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { readOwnProfile } from './read-own-profile.server.ts';
import type { Route } from './+types/profile.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await context.get(accountsContext).readVisitor(request);
  const profile = user ? await readOwnProfile(context.get(databaseContext), user.id) : null;
  return Response.json({ profile }, { headers: { 'Cache-Control': 'private, no-store' } });
}
