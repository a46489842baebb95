import { asStaff } from '#core/accounts/only-staff.server.ts';
import { listReturns } from '#core/returns/list-returns.server.ts';
import { returnsList } from '#core/returns/returns-list.ts';
import { ReturnsView } from './returns-view.tsx';
import { changesContext } from '#core/live/changes.server.ts';
import type { Route } from './+types/returns.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const query = returnsList.read(new URL(request.url).searchParams);
  return { query, asOf, list: await asStaff(context)((transaction) => listReturns(transaction, query)) };
}

export default function AdminReturns({ loaderData }: Route.ComponentProps) {
  return <ReturnsView {...loaderData} />;
}
