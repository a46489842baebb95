import { databaseContext } from '#services/database.server.ts';
import { paymentsContext } from '#services/payments.server.ts';
import { shopContext } from '#services/shop.server.ts';
import { applyPaymentEvent } from '#features/checkout/apply-payment-event.server.ts';
import type { Route } from './+types/functions.v1.payment-webhook.ts';

/** The signature is of the raw body. */
export async function action({ request, context }: Route.ActionArgs) {
  const event = await context.get(paymentsContext).readEvent(await request.text(), request.headers);
  if (!event) return Response.json({ error: 'The signature is not valid' }, { status: 400 });
  const { siteUrl } = context.get(shopContext);
  await applyPaymentEvent({ database: context.get(databaseContext), siteUrl, event });
  return Response.json({ received: true });
}
