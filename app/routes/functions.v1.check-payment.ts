import { databaseContext } from '#services/database.server.ts';
import { limitsContext } from '#services/limits.server.ts';
import { PaymentProviderError, paymentsContext } from '#services/payments.server.ts';
import { requestContext } from '#services/request.server.ts';
import { shopContext } from '#services/shop.server.ts';
import { checkPayment } from '#features/checkout/check-payment.server.ts';
import { limited } from '#features/limits/limited.server.ts';
import type { Route } from './+types/functions.v1.check-payment.ts';

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
