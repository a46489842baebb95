import { BROWSER_KEY_HEADER, parseBrowserKey } from '#core/checkout/browser-key.ts';
import {
  type CheckoutRefusal,
  type CreatePaymentResponse,
  parseCheckoutRequest,
} from '#core/checkout/create-payment.ts';
import { CHECKOUT_FAILED, openPayment, TOO_MANY_PAYMENTS } from '#core/checkout/open-payment.server.ts';
import { limited } from '#core/limits/limited.server.ts';
import type { Route } from './+types/create-payment.ts';

/** Spec §7. Responds with the `url` of the hosted page or an `error`. */
export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => undefined);
  const checkout = parseCheckoutRequest(body);
  if ('error' in checkout) return Response.json(checkout, { status: 400 });

  const key = parseBrowserKey(request.headers.get(BROWSER_KEY_HEADER));
  if ('error' in key) return Response.json(key, { status: 400 });

  const opened = await openPayment(request, context, checkout, key.browserKey);
  if ('limited' in opened) return limited(opened.limited, TOO_MANY_PAYMENTS, CHECKOUT_FAILED);
  if ('hasFailed' in opened) return Response.json({ error: CHECKOUT_FAILED }, { status: 502 });
  const headers = new Headers({ 'Set-Cookie': opened.cookie });
  if ('url' in opened) return Response.json({ url: opened.url } satisfies CreatePaymentResponse, { headers });
  const { retryInSeconds, ...refusal } = opened.refusal;
  if (retryInSeconds !== undefined) headers.set('Retry-After', String(retryInSeconds));
  return Response.json(refusal satisfies CheckoutRefusal, {
    status: retryInSeconds === undefined ? 409 : 429,
    headers,
  });
}
