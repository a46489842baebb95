import { accountsContext } from '#services/accounts.server.ts';
import { redirectFromLink } from '#features/accounts/account-response.server.ts';
import type { Route } from './+types/auth.v1.verify.ts';

/** The address in a mailed link. Redirects to a page that asks for confirmation. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (request.method === 'HEAD') return new Response(null, { status: 204 });
  return redirectFromLink(await context.get(accountsContext).openLink(request));
}
