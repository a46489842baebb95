import { accountsContext } from '#core/accounts/accounts.server.ts';
import { toResponse } from '#core/accounts/account-response.server.ts';
import type { Route } from './+types/token.ts';

export { shortJson as accepts } from '#core/values/accepts.ts';

/** Signs in with grant_type=password, and extends the session with refresh_token (Spec §7). */
export async function action({ request, context }: Route.ActionArgs) {
  const accounts = context.get(accountsContext);
  switch (new URL(request.url).searchParams.get('grant_type')) {
    case 'password':
      return toResponse(await accounts.signIn(request));
    case 'refresh_token':
      return toResponse(await accounts.refresh(request));
    default:
      return Response.json(
        { code: 'unsupported_grant_type', error: 'grant_type must be password or refresh_token' },
        { status: 400 },
      );
  }
}
