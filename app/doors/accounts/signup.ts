import { accountsContext } from '#core/accounts/accounts.server.ts';
import { toResponse } from '#core/accounts/account-response.server.ts';
import type { Route } from './+types/signup.ts';

export { shortJson as accepts } from '#core/values/accepts.ts';

/** Takes email, password and data.display_name (Spec §7). The mailed link leads to the site root. */
export async function action({ request, context }: Route.ActionArgs) {
  return toResponse(await context.get(accountsContext).signUp(request));
}
