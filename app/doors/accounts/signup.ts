import { accountsContext } from '#core/accounts/accounts.server.ts';
import { toResponse } from '#core/accounts/account-response.server.ts';
import type { Route } from './+types/signup.ts';

/** Spec §7: email, password, data.display_name. The mailed link leads to the site root. */
export async function action({ request, context }: Route.ActionArgs) {
  return toResponse(await context.get(accountsContext).signUp(request));
}
