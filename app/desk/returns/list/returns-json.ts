import { asStaff } from '#core/accounts/only-staff.server.ts';
import { listReturns } from './list-returns.server.ts';
import { readReturnsQuery } from '#core/returns/returns-address.ts';
import type { Route } from './+types/returns-json.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readReturnsQuery(new URL(request.url).searchParams);
  return Response.json(await asStaff(context)((transaction) => listReturns(transaction, query)));
}
