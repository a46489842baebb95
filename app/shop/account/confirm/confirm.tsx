import { privatePage } from '#core/settings/page-meta.ts';
import { data, redirect } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { linkHeaders, reloadFromLink } from '#core/accounts/account-response.server.ts';
import { MailedLinkView } from './mailed-link-view.tsx';
import type { Route } from './+types/confirm.ts';

const readType = (request: Request) => new URL(request.url).searchParams.get('type');

/** A cookie has the token. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = await context.get(accountsContext).readLinkPage(request, readType(request));
  if ('to' in page) throw redirect(page.to, { status: 303, headers: linkHeaders });
  return data(page, { headers: linkHeaders });
}

export async function action({ request, context }: Route.ActionArgs) {
  const result = await context.get(accountsContext).submitLink(request, readType(request));
  if ('to' in result) throw reloadFromLink(result);
  return data(result, { status: result.status, headers: linkHeaders });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Confirm');
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return <MailedLinkView link={loaderData} problem={actionData?.error} />;
}
