import { databaseContext } from '#core/platform/database.server.ts';
import { paymentsContext } from '#core/payments/payments.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { applyPaymentEvent } from '#core/payments/apply-payment-event.server.ts';
import { type Accepts, JSON_TYPES } from '#core/values/accepts.ts';
import type { Route } from './+types/payment-webhook.ts';

export const accepts: Accepts = { kilobytes: 256, types: [...JSON_TYPES, 'text/plain'] };

/** Reads the raw body, which the signature covers. */
export async function action({ request, context }: Route.ActionArgs) {
  const event = await context.get(paymentsContext).readEvent(await request.text(), request.headers);
  if (!event) return Response.json({ error: 'The signature is not valid' }, { status: 400 });
  const { siteUrl } = context.get(shopContext);
  await applyPaymentEvent({ database: context.get(databaseContext), siteUrl, event });
  return Response.json({ received: true });
}
