import { data } from 'react-router';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { paymentsContext } from '#core/payments/payments.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { linkHeaders } from '#core/accounts/account-response.server.ts';
import { BuyerQuoteView } from './buyer-quote-view.tsx';
import { openLimitedPage } from '#core/checkout/open-limited-page.server.ts';
import { payQuote } from './pay-quote.server.ts';
import {
  findQuoteOrder,
  formatSecretCookie,
  readOpenedSecret,
} from '#core/orders/quotes/quote-links.server.ts';
import { type QuoteData, readQuote } from '#core/orders/quotes/read-quotes.server.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import { readForm } from '#core/platform/answer-action.server.ts';
import type { Route } from './+types/quote.ts';

const OTHER_QUOTE = "You've opened another quote since then. Please open the link again.";
const CHANGED = 'We have changed this quote. Please check it before you pay.';
const PROCESSING = 'Your payment is being confirmed. Please wait a moment.';

/** Opening a link moves its secret to a cookie, so that no address of a page has it. Nothing else changes. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(shopContext);
  const token = new URL(request.url).searchParams.get('token');
  if (token !== null) {
    const found = await readOpened(context, token);
    const answer = new Headers({ ...linkHeaders, Location: '/quote' });
    if (found) answer.append('Set-Cookie', formatSecretCookie(siteUrl, token));
    else {
      const { clientAddress } = context.get(requestContext);
      const allowance = await context.get(limitsContext).take('open-link', clientAddress);
      if (!allowance.allowed) throw tooManyLinks(allowance.seconds);
      answer.set('Location', '/quote?link=unknown');
    }
    throw new Response(null, { status: 303, headers: answer });
  }
  const isUnknown = new URL(request.url).searchParams.get('link') === 'unknown';
  const opened = isUnknown ? undefined : await readOpened(context, readOpenedSecret(request, siteUrl));
  return data({ quote: opened?.quote ?? null }, { status: opened ? 200 : 404, headers: linkHeaders });
}

function tooManyLinks(seconds: number): Response {
  return new Response('Too many links were opened. Please wait before trying again.', {
    status: 429,
    headers: { ...linkHeaders, 'Retry-After': String(seconds), 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

/** The amounts are those of the order: the form has only the number, to notice another quote in this browser. */
export async function action({ request, context }: Route.ActionArgs) {
  const { siteUrl } = context.get(shopContext);
  const respond = (body: { url?: string; error?: string }, status: number, more = {}) =>
    data(body, { status, headers: { ...linkHeaders, ...more } });
  const form = await readForm(request);
  const opened = await readOpened(context, readOpenedSecret(request, siteUrl));
  if (!opened) return respond({ error: 'Please open the link exactly as we sent it to you.' }, 404);
  const { orderId, quote } = opened;
  if (form.get('quote') !== quote.number) return respond({ error: OTHER_QUOTE }, 409);

  const database = context.get(databaseContext);
  const seen = String(form.get('seen') ?? '') || null;
  const payments = context.get(paymentsContext);
  const payment = await openLimitedPage(context, orderId, () =>
    payQuote({ database, payments, siteUrl, orderId, seen }),
  );
  if ('error' in payment) return respond({ error: payment.error }, payment.status, payment.headers);
  if ('url' in payment) return respond({ url: payment.url }, 200);
  // The page itself shows the other states.
  const errors: Partial<Record<typeof payment.state, string>> = {
    processing: PROCESSING,
    changed: CHANGED,
  };
  const error = errors[payment.state];
  return respond(error === undefined ? {} : { error }, 409);
}

function readOpened(
  context: Route.LoaderArgs['context'],
  secret: string | undefined,
): Promise<{ orderId: string; quote: QuoteData } | undefined> {
  return context.get(databaseContext).as({ role: 'service_role' }, async (transaction) => {
    const orderId = await findQuoteOrder(transaction, secret);
    const quote = orderId === undefined ? undefined : await readQuote(transaction, orderId);
    return orderId !== undefined && quote ? { orderId, quote } : undefined;
  });
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders;
}

/** A refusal may be due to a change of the quote. */
export function shouldRevalidate() {
  return true;
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Quote');
}

export default function Quote({ loaderData, actionData }: Route.ComponentProps) {
  return <BuyerQuoteView quote={loaderData.quote} result={actionData} />;
}
