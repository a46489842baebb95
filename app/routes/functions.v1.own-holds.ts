import { databaseContext, shopContext } from '#services';
import { readBrowserId } from '#features/checkout/browser-cookie.server.ts';
import { openHolds } from '#features/checkout/stock.server.ts';
import type { Route } from './+types/functions.v1.own-holds.ts';

/** What the unpaid cart of this browser holds: another try gets the same page, or gives it back first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const browserId = readBrowserId(request, context.get(shopContext).siteUrl);
  const holds = browserId ? await openHolds(context.get(databaseContext), browserId) : [];
  return Response.json({ holds }, { headers: { 'Cache-Control': 'private, no-store' } });
}
