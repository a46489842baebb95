import { accountsContext } from '#core/accounts/accounts.server.ts';
import { redirectFromLink } from '#core/accounts/account-response.server.ts';
import type { Route } from './+types/verify.ts';

/** Mailed links lead here. Redirects to a page that asks for confirmation. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (request.method === 'HEAD') return new Response(null, { status: 204 });
  return redirectFromLink(await context.get(accountsContext).openLink(request));
}
