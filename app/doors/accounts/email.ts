import { accountsContext } from '#core/accounts/accounts.server.ts';
import { toResponse } from '#core/accounts/account-response.server.ts';
import type { Route } from './+types/email.ts';

export { shortJson as accepts } from '#core/values/accepts.ts';

/** Proposes another email address for the account. See docs/accounts.md. */
export async function action({ request, context }: Route.ActionArgs) {
  return toResponse(await context.get(accountsContext).changeEmail(request));
}
