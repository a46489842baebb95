import { randomUUID } from 'node:crypto';
import {
  accountsContext,
  databaseContext,
  PaymentProviderError,
  limitsContext,
  paymentsContext,
  requestContext,
  shopContext,
  taxServiceContext,
} from '#services';
import {
  type CheckoutRefusal,
  type CreatePaymentResponse,
  parseCheckoutRequest,
} from '#domain/create-payment.ts';
import { toNetwork } from '#domain/network.ts';
import { formatBrowserCookie, readBrowserId } from '#features/checkout/browser-cookie.server.ts';
import { createPayment } from '#features/checkout/create-payment.server.ts';
import { limited } from '#features/limits/limited.server.ts';
import type { Route } from './+types/functions.v1.create-payment.ts';

const TOO_MANY = 'Too many payments were started from your network. Please wait before trying again.';
const FAILED = 'Checkout failed. Please try again.';

/** Spec §7. Responds with the `url` of the hosted page or an `error`. */
export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => undefined);
  const checkout = parseCheckoutRequest(body);
  if ('error' in checkout) return Response.json(checkout, { status: 400 });

  const { clientAddress, logError } = context.get(requestContext);
  const { siteUrl } = context.get(shopContext);
  const { user } = await context.get(accountsContext).readVisitor(request);
  const browserId = readBrowserId(request, siteUrl) ?? randomUUID();

  // Counted first, to limit concurrent requests. Given back if no page is created.
  const limits = context.get(limitsContext);
  const counted = [
    ['open-payment-page', user?.id ?? browserId],
    ['open-payment-page-from-address', clientAddress],
  ] as const;
  const allowance = await limits.takeAll(counted);
  if (!allowance.allowed) return limited(allowance, TOO_MANY, FAILED);

  let opened = false;
  try {
    const created = await createPayment({
      database: context.get(databaseContext),
      payments: context.get(paymentsContext),
      taxService: context.get(taxServiceContext),
      siteUrl,
      request: checkout,
      user,
      browserId,
      network: toNetwork(clientAddress),
    });
    const headers = new Headers({ 'Set-Cookie': formatBrowserCookie(siteUrl, browserId) });
    if ('error' in created) {
      const { retryInSeconds, ...refusal } = created;
      if (retryInSeconds !== undefined) headers.set('Retry-After', String(retryInSeconds));
      return Response.json(refusal satisfies CheckoutRefusal, {
        status: retryInSeconds === undefined ? 409 : 429,
        headers,
      });
    }
    opened = created.isNew;
    return Response.json({ url: created.url } satisfies CreatePaymentResponse, { headers });
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logError(error);
    return Response.json({ error: FAILED }, { status: 502 });
  } finally {
    if (!opened) await limits.giveBackAll(counted);
  }
}
