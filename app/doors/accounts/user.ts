import { accountsContext } from '#core/accounts/accounts.server.ts';
import { toResponse } from '#core/accounts/account-response.server.ts';
import type { Route } from './+types/user.ts';

export { shortJson as accepts } from '#core/values/accepts.ts';

/** Returns the user (Spec §7), and says whether the user is an admin. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return toResponse(await context.get(accountsContext).getUser(request));
}

/** PUT changes the password (Spec §7), DELETE with the password deletes the account. */
export async function action({ request, context }: Route.ActionArgs) {
  const accounts = context.get(accountsContext);
  if (request.method === 'PUT') return toResponse(await accounts.changePassword(request));
  if (request.method === 'DELETE') return toResponse(await accounts.deleteAccount(request));
  return Response.json(
    { error: 'GET, PUT or DELETE' },
    { status: 405, headers: { Allow: 'GET, PUT, DELETE' } },
  );
}
