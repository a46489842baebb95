import { accountsContext, databaseContext } from '#services';
import { signedInAs } from '#features/accounts/own-request.server.ts';
import { readDetails, saveProfile } from '#features/accounts/profile.server.ts';
import type { Route } from './+types/profile.details.ts';

/** Profile save (Spec §7): display_name, phone, city and state of whoever is signed in. */
export async function action({ request, context }: Route.ActionArgs) {
  const own = await signedInAs(context.get(accountsContext), request);
  if ('refused' in own) return own.refused;
  const details = readDetails(own.body);
  if ('error' in details) return Response.json(details, { status: 400 });
  await saveProfile(context.get(databaseContext), own.userId, details);
  return Response.json({});
}
