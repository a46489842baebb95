import { asStaff } from '#features/admin/only-staff.server.ts';
import { listReturns } from '#features/order-desk/returns/list-returns.server.ts';
import { readReturnsQuery } from '#features/order-desk/returns/returns-address.ts';
import { ReturnsView } from '#features/order-desk/returns/returns-view.tsx';
import { changesContext } from '#services/changes.server.ts';
import type { Route } from './+types/admin.returns.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const query = readReturnsQuery(new URL(request.url).searchParams);
  return { query, asOf, list: await asStaff(context)((transaction) => listReturns(transaction, query)) };
}

export default function AdminReturns({ loaderData }: Route.ComponentProps) {
  return <ReturnsView {...loaderData} />;
}
