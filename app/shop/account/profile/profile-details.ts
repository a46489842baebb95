import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { readUserRequest } from '#core/accounts/read-user-request.server.ts';
import { readDetails, saveProfile } from './profile.server.ts';
import type { Route } from './+types/profile-details.ts';

export { shortJson as accepts } from '#core/values/accepts.ts';

export async function action({ request, context }: Route.ActionArgs) {
  const userRequest = await readUserRequest(context.get(accountsContext), request);
  if ('refused' in userRequest) return userRequest.refused;
  const details = readDetails(userRequest.body);
  if ('error' in details) return Response.json(details, { status: 400 });
  await saveProfile(context.get(databaseContext), userRequest.userId, details);
  return Response.json({});
}
