import { accountsContext } from '#core/accounts/accounts.server.ts';
import { toResponse } from '#core/accounts/account-response.server.ts';
import type { Route } from './+types/logout.ts';

export { shortJson as accepts } from '#core/values/accepts.ts';

export async function action({ request, context }: Route.ActionArgs) {
  return toResponse(await context.get(accountsContext).signOut(request));
}
