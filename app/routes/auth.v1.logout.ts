import { accountsContext } from '#services/accounts.server.ts';
import { toResponse } from '#features/accounts/account-response.server.ts';
import type { Route } from './+types/auth.v1.logout.ts';

export async function action({ request, context }: Route.ActionArgs) {
  return toResponse(await context.get(accountsContext).signOut(request));
}
