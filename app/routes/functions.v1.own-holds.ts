import { accountsContext, databaseContext, shopContext } from '#services';
import { ownPayments } from '#features/checkout/own-payments.server.ts';
import { payerOf } from '#features/checkout/payer.server.ts';
import type { Route } from './+types/functions.v1.own-holds.ts';

/** The open payments of this browser or account, with what each holds and where it can be continued. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const payer = await payerOf(request, context.get(shopContext).siteUrl, context.get(accountsContext));
  const payments = await ownPayments(context.get(databaseContext), payer);
  return Response.json({ payments }, { headers: { 'Cache-Control': 'private, no-store' } });
}
