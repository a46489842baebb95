import { data } from 'react-router';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { listTransactions, readPayout } from './list-payouts.server.ts';
import { PayoutView } from './payout-view.tsx';
import { transactionsList } from './payouts-address.ts';
import type { Route } from './+types/payout.ts';

export const meta = panelPage('Payout');

export async function loader({ request, params: { payout: id }, context }: Route.LoaderArgs) {
  // PostgreSQL refuses NUL.
  if (id.includes('\0')) throw data(null, { status: 404 });
  const query = transactionsList(id).read(new URL(request.url).searchParams);
  const page = await asAdmin(context)(async (transaction) => {
    const payout = await readPayout(transaction, id);
    return payout && { payout, query, list: await listTransactions(transaction, id, query) };
  });
  if (!page) throw data(null, { status: 404 });
  return page;
}

export default function AdminPayout({ loaderData }: Route.ComponentProps) {
  return <PayoutView {...loaderData} />;
}
