import { accountsContext } from '#services/accounts.server.ts';
import { toResponse } from '#features/accounts/account-response.server.ts';
import type { Route } from './+types/auth.v1.signup.ts';

/** Spec §7: email, password, data.display_name. The mailed link leads to the site root. */
export async function action({ request, context }: Route.ActionArgs) {
  return toResponse(await context.get(accountsContext).signUp(request));
}
