import { accountsContext } from '#services';
import { toResponse } from '#features/accounts/account-response.server.ts';
import type { Route } from './+types/auth.v1.user.ts';

/** GET auth user (Spec §7): the signed-in user, and whether they are an admin. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return toResponse(await context.get(accountsContext).getUser(request));
}

/** PUT auth user (Spec §7): password. DELETE with the password deletes the account. */
export async function action({ request, context }: Route.ActionArgs) {
  const accounts = context.get(accountsContext);
  if (request.method === 'PUT') return toResponse(await accounts.changePassword(request));
  if (request.method === 'DELETE') return toResponse(await accounts.deleteAccount(request));
  return Response.json(
    { error: 'GET, PUT or DELETE' },
    { status: 405, headers: { Allow: 'GET, PUT, DELETE' } },
  );
}
