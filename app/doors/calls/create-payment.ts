import { accountsContext } from '#core/accounts/accounts.server.ts';
import { formatBrowserCookie, readBrowserId, shareBrowserId } from '#core/checkout/browser-id.server.ts';
import { BROWSER_KEY_HEADER, parseBrowserKey } from '#core/checkout/browser-key.ts';
import { createPayment } from '#core/checkout/create-payment.server.ts';
import {
  type CheckoutRefusal,
  type CreatePaymentResponse,
  parseCheckoutRequest,
} from '#core/checkout/create-payment.ts';
import { openLimitedPage } from '#core/checkout/open-limited-page.server.ts';
import { toNetwork } from '#core/limits/network.ts';
import { paymentsContext } from '#core/payments/payments.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { type Accepts, JSON_TYPES } from '#core/values/accepts.ts';
import type { Route } from './+types/create-payment.ts';

export const accepts: Accepts = { kilobytes: 100, types: JSON_TYPES };

const FAILED = 'Checkout failed. Please try again.';

/** Responds with the `url` of the hosted page or an `error` (Spec §7). */
export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => undefined);
  const checkout = parseCheckoutRequest(body);
  if ('error' in checkout) return Response.json(checkout, { status: 400 });

  const key = parseBrowserKey(request.headers.get(BROWSER_KEY_HEADER));
  if ('error' in key) return Response.json(key, { status: 400 });

  const { siteUrl } = context.get(shopContext);
  const { user } = await context.get(accountsContext).readVisitor(request);
  const database = context.get(databaseContext);
  // The key stands in for a missing cookie.
  const browserId = readBrowserId(request, siteUrl) ?? (await shareBrowserId(database, key.browserKey));

  const services = {
    database,
    payments: context.get(paymentsContext),
    taxService: context.get(taxServiceContext),
    siteUrl,
  };
  const network = toNetwork(context.get(requestContext).clientAddress);
  const payment = await openLimitedPage(
    context,
    user?.id ?? browserId,
    () => createPayment({ ...services, request: checkout, user, browserId, network }),
    FAILED,
  );
  if ('status' in payment) {
    const { error, status, headers } = payment;
    return Response.json({ error }, { status, headers });
  }
  const headers = new Headers({ 'Set-Cookie': formatBrowserCookie(siteUrl, browserId) });
  if ('url' in payment)
    return Response.json({ url: payment.url } satisfies CreatePaymentResponse, { headers });
  const { retryInSeconds, ...refusal } = payment;
  if (retryInSeconds !== undefined) headers.set('Retry-After', String(retryInSeconds));
  return Response.json(refusal satisfies CheckoutRefusal, {
    status: retryInSeconds === undefined ? 409 : 429,
    headers,
  });
}
