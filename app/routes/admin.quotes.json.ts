import { asStaff } from '#features/admin/only-staff.server.ts';
import { readQuotesQuery } from '#features/checkout/quotes/quotes-address.ts';
import { listQuotes } from '#features/checkout/quotes/read-quotes.server.ts';
import type { Route } from './+types/admin.quotes.json.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readQuotesQuery(new URL(request.url).searchParams);
  return Response.json(await asStaff(context)((transaction) => listQuotes(transaction, query)));
}
