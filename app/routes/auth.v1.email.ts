import { accountsContext } from '#services/accounts.server.ts';
import { toResponse } from '#features/accounts/account-response.server.ts';
import type { Route } from './+types/auth.v1.email.ts';

/** Proposes another email address for the account. See docs/accounts.md. */
export async function action({ request, context }: Route.ActionArgs) {
  return toResponse(await context.get(accountsContext).changeEmail(request));
}
