import type { RouterContextProvider } from 'react-router';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { type Allowance, limitsContext } from '#core/limits/limits.server.ts';
import { PaymentProviderError, paymentsContext } from '#core/payments/payments.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import type { CheckoutRequest } from './create-payment.ts';
import { toNetwork } from '#core/limits/network.ts';
import { formatBrowserCookie, readBrowserId } from './browser-cookie.server.ts';
import { shareBrowserId } from './browser-keys.server.ts';
import { createPayment } from './create-payment.server.ts';
import type { Refusal } from './price-parts.server.ts';

export const CHECKOUT_FAILED = 'Checkout failed. Please try again.';

export const TOO_MANY_PAYMENTS =
  'Too many payments were started from your network. Please wait before trying again.';

/** With the Set-Cookie header of the browser's id. */
export type OpenedPayment =
  | { url: string; cookie: string }
  | { refusal: Refusal; cookie: string }
  | { limited: Extract<Allowance, { allowed: false }> }
  | { hasFailed: true };

/** Creates the payment page of a request, within the limits of its visitor. The key stands for a cookie that is missing. */
export async function openPayment(
  request: Request,
  context: Readonly<RouterContextProvider>,
  checkout: CheckoutRequest,
  browserKey: string | undefined,
): Promise<OpenedPayment> {
  const { clientAddress, logError } = context.get(requestContext);
  const { siteUrl } = context.get(shopContext);
  const { user } = await context.get(accountsContext).readVisitor(request);
  const database = context.get(databaseContext);
  const browserId = readBrowserId(request, siteUrl) ?? (await shareBrowserId(database, browserKey));

  // Counted first, to limit concurrent requests. Given back if no page is created.
  const limits = context.get(limitsContext);
  const counted = [
    ['open-payment-page', user?.id ?? browserId],
    ['open-payment-page-from-address', clientAddress],
  ] as const;
  const allowance = await limits.takeAll(counted);
  if (!allowance.allowed) return { limited: allowance };

  let opened = false;
  try {
    const created = await createPayment({
      database,
      payments: context.get(paymentsContext),
      taxService: context.get(taxServiceContext),
      siteUrl,
      request: checkout,
      user,
      browserId,
      network: toNetwork(clientAddress),
    });
    const cookie = formatBrowserCookie(siteUrl, browserId);
    if ('error' in created) return { refusal: created, cookie };
    opened = created.isNew;
    return { url: created.url, cookie };
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logError(error);
    return { hasFailed: true };
  } finally {
    if (!opened) await limits.giveBackAll(counted);
  }
}
