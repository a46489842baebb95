import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { readPersonalData } from './read-personal-data.server.ts';
import type { Route } from './+types/profile-data.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await context.get(accountsContext).readVisitor(request);
  if (!user) return Response.json({ error: 'Auth session missing!' }, { status: 401 });
  const data = await readPersonalData(context.get(databaseContext), user.id);
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
      'Cache-Control': 'private, no-store',
    },
  });
}
