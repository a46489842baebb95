import { data, redirect } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { isPartId } from '#core/catalog/part.ts';
import { stockWaitTexts } from '#core/back-in-stock/stock-wait.ts';
import { linkHeaders } from '#core/accounts/account-response.server.ts';
import { askBackInStock } from '#core/back-in-stock/ask-back-in-stock.server.tsx';
import { waitLinkAddress } from '#core/back-in-stock/wait-address.ts';
import { AskedView, WaitLinkOver, WaitLinkView } from './wait-link-view.tsx';
import { actOnLinkedWait, readLinkedWait, type WaitAction } from './wait-link.server.ts';
import { limited } from '#core/limits/limited.server.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import { readForm } from '#core/platform/answer-action.server.ts';
import type { Route } from './+types/back-in-stock.ts';

const TOKEN = /^[\w-]{43}$/;

const actions: readonly WaitAction[] = ['confirm', 'end', 'end-all'];

function readToken(request: Request): string | undefined {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  return TOKEN.test(token) ? token : undefined;
}

/** Shows the page of a mailed link. It changes nothing, because mail programs open links too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = readToken(request);
  const wait = token === undefined ? undefined : await readLinkedWait(context.get(databaseContext), token);
  if (wait) return data({ wait }, { headers: linkHeaders });
  if (token !== undefined) await countUnknownLink(context);
  return data({ wait: null }, { status: 404, headers: linkHeaders });
}

/** Answers a button of a link's page, one click in a mail program (RFC 8058), or a part's form without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const token = readToken(request);
  if (token === undefined) return ask({ form, request, context });
  const database = context.get(databaseContext);
  const isOneClick = form.get('List-Unsubscribe') === 'One-Click';
  const wanted = isOneClick ? 'end-all' : actions.find((each) => each === form.get('do'));
  if (wanted === undefined) throw data(null, { status: 400 });
  await actOnLinkedWait(database, token, wanted);
  // Mail programs follow no redirects. They get the page with its new state.
  if (isOneClick) return null;
  throw redirect(waitLinkAddress(token), { status: 303, headers: linkHeaders });
}

async function ask({
  form,
  request,
  context,
}: Pick<Route.ActionArgs, 'request' | 'context'> & { form: FormData }) {
  const fields = Object.fromEntries(form);
  const { user } = await context.get(accountsContext).readVisitor(request);
  const result = await askBackInStock(
    {
      database: context.get(databaseContext),
      limits: context.get(limitsContext),
      siteUrl: context.get(shopContext).siteUrl,
      user,
      clientAddress: context.get(requestContext).clientAddress,
    },
    fields,
  );
  const { partId } = fields;
  return data(
    { result, partId: typeof partId === 'string' && isPartId(partId) ? partId : undefined },
    { status: result.status },
  );
}

async function countUnknownLink(context: Route.LoaderArgs['context']): Promise<void> {
  const { clientAddress } = context.get(requestContext);
  const allowance = await context.get(limitsContext).take('open-link', clientAddress);
  if (!allowance.allowed) throw limited(allowance, stockWaitTexts.tooMany, stockWaitTexts.failed);
}

export function headers() {
  return linkHeaders;
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Back-in-stock emails');
}

export default function BackInStock({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData) return <AskedView {...actionData} />;
  return loaderData.wait ? <WaitLinkView wait={loaderData.wait} /> : <WaitLinkOver />;
}
