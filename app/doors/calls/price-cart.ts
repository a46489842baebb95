import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { parsePriceRequest } from '#core/checkout/create-payment.ts';
import { limited } from '#core/limits/limited.server.ts';
import { priceCart } from '#core/checkout/price-parts.server.ts';
import { withTaxService } from '#core/checkout/tax-rates.server.ts';
import type { Route } from './+types/price-cart.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

const TOO_MANY = 'Too many requests from your network. Please wait before trying again.';
const FAILED = "We couldn't calculate the price. Please try again.";

/** Responds with the amounts that create-payment would charge, and the questions that the cart must ask. */
export async function action({ request, context }: Route.ActionArgs) {
  const body: unknown = await request.json().catch(() => undefined);
  const cart = parsePriceRequest(body);
  if ('error' in cart) return Response.json(cart, { status: 400 });
  const { clientAddress } = context.get(requestContext);
  const allowance = await context.get(limitsContext).take('price-cart', clientAddress);
  if (!allowance.allowed) return limited(allowance, TOO_MANY, FAILED);
  const { user } = await context.get(accountsContext).readVisitor(request);
  const userId = user?.id ?? null;
  const priced = await withTaxService(context.get(taxServiceContext), (answered) =>
    context
      .get(databaseContext)
      .as({ role: 'service_role' }, (transaction) => priceCart(transaction, cart, { userId, answered })),
  );
  return Response.json(priced, {
    status: 'error' in priced ? 409 : 200,
    headers: { 'Cache-Control': 'private, no-store' },
  });
}
