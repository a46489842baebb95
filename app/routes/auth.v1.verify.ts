import { accountsContext } from '#services';
import type { Route } from './+types/auth.v1.verify.ts';

/** A mailed link. Whoever only looks where it leads (HEAD) has not opened it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (request.method === 'HEAD') return new Response(null, { status: 204 });
  const { to, cookies } = await context.get(accountsContext).openLink(request);
  const headers = new Headers({ Location: to, 'Cache-Control': 'private, no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}
