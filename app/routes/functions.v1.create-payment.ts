import { randomUUID } from 'node:crypto';
import {
  accountsContext,
  databaseContext,
  isPaymentProviderError,
  limitsContext,
  paymentsContext,
  requestContext,
  shopContext,
} from '#services';
import { networkOf } from '#domain/network.ts';
import { browserCookie, readBrowserId } from '#features/checkout/browser-cookie.server.ts';
import { readCheckoutRequest } from '#features/checkout/checkout-request.server.ts';
import { createPayment } from '#features/checkout/create-payment.server.ts';
import { limited } from '#features/limits/limited.server.ts';
import type { Route } from './+types/functions.v1.create-payment.ts';

const TOO_MANY = 'Too many payments were begun from here. Please wait before trying again.';
const FAILED = 'Checkout failed. Please try again.';

/** POST create-payment (Spec §7, Server functions): answers the `url` of the hosted page, or an `error`. */
export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => undefined);
  const checkout = readCheckoutRequest(body);
  if ('error' in checkout) return Response.json(checkout, { status: 400 });

  const { clientAddress } = context.get(requestContext);
  const allowance = await context.get(limitsContext).take('begin-payment', clientAddress);
  if (!allowance.allowed) return limited(allowance, TOO_MANY, FAILED);

  const { user } = await context.get(accountsContext).visitor(request);
  const { siteUrl } = context.get(shopContext);
  const browserId = readBrowserId(request, siteUrl) ?? randomUUID();
  try {
    const created = await createPayment({
      database: context.get(databaseContext),
      payments: context.get(paymentsContext),
      siteUrl,
      request: checkout,
      user,
      browserId,
      network: networkOf(clientAddress),
    });
    const headers = { 'Set-Cookie': browserCookie(siteUrl, browserId) };
    if ('error' in created) return Response.json(created, { status: 409, headers });
    return Response.json({ url: created.url }, { headers });
  } catch (error) {
    if (!isPaymentProviderError(error)) throw error;
    context.get(requestContext).logError(error);
    return Response.json({ error: FAILED }, { status: 502 });
  }
}
