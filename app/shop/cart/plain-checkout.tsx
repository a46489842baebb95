import { data, redirect } from 'react-router';
import { parseBrowserKey } from '#core/checkout/browser-key.ts';
import { parseCheckoutRequest } from '#core/checkout/create-payment.ts';
import { settleCookieCart } from '#core/carts/cookie-cart.ts';
import { cookieCartHeader, readCookieCart } from './cookie-cart.server.ts';
import { CHECKOUT_FAILED, openPayment, TOO_MANY_PAYMENTS } from '#core/checkout/open-payment.server.ts';
import { PaymentResult } from './payment-result.tsx';
import { privatePage } from '#core/settings/page-meta.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { buttonClasses } from '#kit/button-classes.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import type { Route } from './+types/plain-checkout.ts';

/** The cart of a browser without scripts. Its form sends the body of create-payment (Spec §7). */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = await request.formData().catch(() => new FormData());
  const checkout = parseCheckoutRequest(parseJson(fields.get('request')));
  if ('error' in checkout) return refuse(checkout.error, 400);

  const key = parseBrowserKey(fields.get('browserKey'));
  if ('error' in key) return refuse(key.error, 400);

  const opened = await openPayment(request, context, checkout, key.browserKey);
  if ('limited' in opened) {
    const { counted, seconds } = opened.limited;
    const wait = { 'Retry-After': String(seconds) };
    return counted ? refuse(TOO_MANY_PAYMENTS, 429, wait) : refuse(CHECKOUT_FAILED, 503, wait);
  }
  if ('hasFailed' in opened) return refuse(CHECKOUT_FAILED, 502);
  const answer = new Headers({ 'Set-Cookie': opened.cookie });
  if ('url' in opened) return data({ url: opened.url, error: undefined }, { headers: answer });
  const { error, paid, retryInSeconds } = opened.refusal;
  if (paid) {
    const { siteUrl } = context.get(shopContext);
    const settled = settleCookieCart(readCookieCart(request, siteUrl), paid.sessionId, paid.bought);
    answer.append('Set-Cookie', cookieCartHeader(siteUrl, settled));
    return redirect(`/payment-success?${new URLSearchParams({ session_id: paid.sessionId })}`, {
      status: 303,
      headers: answer,
    });
  }
  if (retryInSeconds !== undefined) answer.set('Retry-After', String(retryInSeconds));
  return refuse(error, retryInSeconds === undefined ? 409 : 429, answer);
}

function refuse(error: string, status: number, extra?: HeadersInit) {
  return data({ error, url: undefined }, { status, ...(extra && { headers: extra }) });
}

function parseJson(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  actionHeaders.set('Cache-Control', 'private, no-store');
  return actionHeaders;
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Checkout');
}

/** The policy of pages forbids forms to lead to another site, so a link does. */
export default function Checkout({ actionData }: Route.ComponentProps) {
  if (actionData?.url !== undefined) {
    return (
      <PaymentResult
        icon="Clock"
        color="text-muted"
        title="Your payment page is ready"
        text="Your parts are held for you while you pay."
      >
        <meta httpEquiv="refresh" content={`0;url=${actionData.url}`} />
        <a href={actionData.url} className={buttonClasses({ variant: 'primary' })}>
          Continue to Payment
        </a>
      </PaymentResult>
    );
  }
  return (
    <PaymentResult
      icon="CircleAlert"
      color="text-muted"
      title={actionData ? 'Checkout failed' : 'Checkout'}
      text={actionData?.error ?? 'Please go back to your cart.'}
    >
      <ButtonLink to="/cart" variant="primary" reloadDocument>
        Back to Cart
      </ButtonLink>
    </PaymentResult>
  );
}
