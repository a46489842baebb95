import { asStaff } from '#features/admin/only-staff.server.ts';
import { listReturns } from '#features/order-desk/returns/list-returns.server.ts';
import { readReturnsQuery } from '#features/order-desk/returns/returns-address.ts';
import type { Route } from './+types/admin.returns.json.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readReturnsQuery(new URL(request.url).searchParams);
  return Response.json(await asStaff(context)((transaction) => listReturns(transaction, query)));
}
