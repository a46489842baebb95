import { data } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { linkHeaders, reloadFromLink } from '#core/accounts/account-response.server.ts';
import { InvitationView } from './invitation-view.tsx';
import { privatePage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/invitation.ts';

/** A cookie has the token. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return data(await context.get(accountsContext).readInvitation(request), { headers: linkHeaders });
}

export async function action({ request, context }: Route.ActionArgs) {
  const result = await context.get(accountsContext).acceptInvitation(request);
  if ('to' in result) throw reloadFromLink(result);
  return data(result, { status: result.status, headers: linkHeaders });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Invitation');
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  return <InvitationView page={loaderData} problem={actionData?.error} />;
}
