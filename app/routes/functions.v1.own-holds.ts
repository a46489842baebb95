import { accountsContext } from '#services/accounts.server.ts';
import { databaseContext } from '#services/database.server.ts';
import { shopContext } from '#services/shop.server.ts';
import { listOpenPayments, listPaidCarts } from '#features/checkout/own-payments.server.ts';
import { readPayer } from '#features/checkout/payer.server.ts';
import type { Route } from './+types/functions.v1.own-holds.ts';

/** Lists open payments, and recently paid carts, whose parts the browser removes from its cart. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const payer = await readPayer(request, context.get(shopContext).siteUrl, context.get(accountsContext));
  const database = context.get(databaseContext);
  const [payments, paid] = [await listOpenPayments(database, payer), await listPaidCarts(database, payer)];
  return Response.json({ payments, paid }, { headers: { 'Cache-Control': 'private, no-store' } });
}
