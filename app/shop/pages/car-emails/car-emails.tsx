import { data, redirect } from 'react-router';
import { linkHeaders } from '#core/accounts/account-response.server.ts';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { askCarMail } from '#core/car-mail/ask-car-mail.server.tsx';
import { carWaitTexts } from '#core/car-mail/car-wait.ts';
import {
  actOnCarWait,
  carLinkAddress,
  carWaitActions,
  readLinkedCarWait,
} from '#core/car-mail/car-wait-link.server.ts';
import { limited } from '#core/limits/limited.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { readForm } from '#core/platform/answer-action.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { AskedCarView, CarLinkOver, CarLinkView } from './car-emails-view.tsx';
import type { Route } from './+types/car-emails.ts';

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

const TOKEN = /^[\w-]{43}$/;

function readToken(request: Request): string | undefined {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  return TOKEN.test(token) ? token : undefined;
}

/** Shows the page of a mailed link. It changes nothing, because mail programs open links too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = readToken(request);
  const wait = token === undefined ? undefined : await readLinkedCarWait(context.get(databaseContext), token);
  if (wait) return data({ wait }, { headers: linkHeaders });
  if (token !== undefined) {
    const { clientAddress } = context.get(requestContext);
    const allowance = await context.get(limitsContext).take('open-link', clientAddress);
    if (!allowance.allowed) throw limited(allowance, carWaitTexts.tooMany, carWaitTexts.failed);
  }
  return data({ wait: null }, { status: 404, headers: linkHeaders });
}

/** Answers a button of a link's page, one click in a mail program (RFC 8058), or the form of the yard's page. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const token = readToken(request);
  const database = context.get(databaseContext);
  if (token === undefined) {
    const { user } = await context.get(accountsContext).readVisitor(request);
    const { status, result, retryAfter } = await askCarMail(
      {
        database,
        limits: context.get(limitsContext),
        siteUrl: context.get(shopContext).siteUrl,
        user,
        clientAddress: context.get(requestContext).clientAddress,
      },
      Object.fromEntries(form),
    );
    return data(result, {
      status,
      headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
    });
  }
  const isOneClick = form.get('List-Unsubscribe') === 'One-Click';
  const wanted = isOneClick ? 'end-all' : carWaitActions.find((each) => each === form.get('do'));
  if (wanted === undefined) throw data(null, { status: 400 });
  await actOnCarWait(database, token, wanted);
  // Mail programs follow no redirects. They get the page with its new state.
  if (isOneClick) return null;
  throw redirect(carLinkAddress(token), { status: 303, headers: linkHeaders });
}

export function headers() {
  return linkHeaders;
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Emails about cars');
}

export default function CarEmails({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData) return <AskedCarView result={actionData as ActionResult} />;
  return loaderData.wait ? <CarLinkView wait={loaderData.wait} /> : <CarLinkOver />;
}
