import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { PaymentProviderError, paymentsContext } from '#core/payments/payments.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { checkPayment } from '#core/payments/check-payment.server.ts';
import { limited } from '#core/limits/limited.server.ts';
import type { Route } from './+types/check-payment.ts';

const TOO_MANY = 'Too many requests from your network. Please wait before trying again.';
const FAILED = "We couldn't check the payment. Please try again.";

/** Queries the provider when the payment's event has not arrived. */
export async function action({ request, context }: Route.ActionArgs) {
  const sessionId = (await request.formData().catch(() => undefined))?.get('session_id');
  if (typeof sessionId !== 'string' || sessionId === '' || sessionId.length > 200) {
    return Response.json({ error: 'session_id is missing' }, { status: 400 });
  }
  const { clientAddress, logError } = context.get(requestContext);
  const allowance = await context.get(limitsContext).take('check-payment', clientAddress);
  if (!allowance.allowed) return limited(allowance, TOO_MANY, FAILED);
  try {
    await checkPayment({
      database: context.get(databaseContext),
      payments: context.get(paymentsContext),
      siteUrl: context.get(shopContext).siteUrl,
      sessionId,
    });
    return Response.json({});
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logError(error);
    return Response.json({ error: FAILED }, { status: 502 });
  }
}
