import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { readUserRequest } from '#core/accounts/read-user-request.server.ts';
import { readGarageRequest, syncAccountGarage } from '#core/fitment/account-garage.server.ts';
import { limited } from '#core/limits/limited.server.ts';
import type { Route } from './+types/garage.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

/** Stores a browser's garage with the account, and returns the account's. See docs/accounts.md. */
export async function action({ request, context }: Route.ActionArgs) {
  const userRequest = await readUserRequest(context.get(accountsContext), request);
  if ('refused' in userRequest) return userRequest.refused;
  const { userId, body } = userRequest;
  const sent = readGarageRequest(body);
  if (!sent) return Response.json({ error: 'The garage cannot be read.' }, { status: 400 });
  const allowance = await context.get(limitsContext).take('sync-garage', userId);
  if (!allowance.allowed) {
    return limited(allowance, 'Too many changes to the garage.', 'Something went wrong. Please try again.');
  }
  const answer = await syncAccountGarage(context.get(databaseContext), userId, sent);
  return Response.json(answer, { headers: { 'Cache-Control': 'private, no-store' } });
}
