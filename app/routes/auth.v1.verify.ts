import { accountsContext } from '#services';
import { seeOther } from '#features/accounts/answer.server.ts';
import type { Route } from './+types/auth.v1.verify.ts';

/** A mailed link: goes on to the page with its button. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (request.method === 'HEAD') return new Response(null, { status: 204 });
  return seeOther(await context.get(accountsContext).openLink(request));
}
