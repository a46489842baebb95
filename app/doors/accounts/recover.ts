import { accountsContext } from '#core/accounts/accounts.server.ts';
import { toResponse } from '#core/accounts/account-response.server.ts';
import type { Route } from './+types/recover.ts';

export { shortJson as accepts } from '#core/values/accepts.ts';

/** Takes email (Spec §7). The mailed link leads to /reset-password. */
export async function action({ request, context }: Route.ActionArgs) {
  return toResponse(await context.get(accountsContext).recover(request));
}
