import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { findMissingMoney } from '#core/sales/payout-differences.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { listPayouts } from './list-payouts.server.ts';
import { payoutsList } from './payouts-address.ts';
import { PayoutsView } from './payouts-view.tsx';
import type { Route } from './+types/payouts.ts';

export const meta = panelPage('Payouts');

const MOST_MISSING = 100;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = payoutsList.read(new URL(request.url).searchParams);
  const { testPayments } = context.get(shopContext);
  return asAdmin(context)(async (transaction) => ({
    testPayments,
    list: await listPayouts(transaction, query),
    missing: await findMissingMoney(transaction, MOST_MISSING),
  }));
}

export default function AdminPayouts({ loaderData }: Route.ComponentProps) {
  return <PayoutsView {...loaderData} />;
}
