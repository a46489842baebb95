import { accountsContext } from '#services/accounts.server.ts';
import { databaseContext } from '#services/database.server.ts';
import { limitsContext } from '#services/limits.server.ts';
import { requestContext } from '#services/request.server.ts';
import { taxServiceContext } from '#services/tax-service.server.ts';
import { parsePriceRequest } from '#domain/create-payment.ts';
import { limited } from '#features/limits/limited.server.ts';
import { priceCart } from '#features/checkout/price-parts.server.ts';
import { withTaxService } from '#features/checkout/tax-rates.server.ts';
import type { Route } from './+types/functions.v1.price-cart.ts';

const TOO_MANY = 'Too many requests from your network. Please wait before trying again.';
const FAILED = "We couldn't calculate the price. Please try again.";

/** Responds with what create-payment would charge, and with what the cart must ask. */
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
