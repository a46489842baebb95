import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { listOpenPayments, listPaidCarts, readPayer } from '#core/checkout/own-payments.server.ts';
import type { Route } from './+types/own-holds.ts';

/** Lists open payments, and recently paid carts, whose parts the browser removes from its cart. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const payer = await readPayer(request, context.get(shopContext).siteUrl, context.get(accountsContext));
  const database = context.get(databaseContext);
  const [payments, paid] = [await listOpenPayments(database, payer), await listPaidCarts(database, payer)];
  return Response.json({ payments, paid }, { headers: { 'Cache-Control': 'private, no-store' } });
}
