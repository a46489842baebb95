import { data, redirect } from 'react-router';
import { accountsContext } from '#services';
import { shop } from '#domain/shop.ts';
import { linkHeaders, seeOtherDocument } from '#features/accounts/answer.server.ts';
import { MailedLinkView } from '#features/accounts/mailed-link-view.tsx';
import type { Route } from './+types/auth.confirm.ts';

const linkType = (request: Request) => new URL(request.url).searchParams.get('type');

/** The page of a mailed link, which asks before it does what the link is for. The link itself is in a cookie. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = await context.get(accountsContext).linkPage(request, linkType(request));
  if ('to' in page) throw redirect(page.to, { status: 303, headers: linkHeaders });
  return data(page, { headers: linkHeaders });
}

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await context.get(accountsContext).useLink(request, linkType(request));
  if ('to' in outcome) throw seeOtherDocument(outcome);
  return data(outcome, { status: outcome.status, headers: linkHeaders });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta() {
  return [{ title: `Confirm | ${shop.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return <MailedLinkView link={loaderData} problem={actionData?.error} />;
}
