import { asStaff } from '#core/accounts/only-staff.server.ts';
import { readQuotesQuery } from '#core/orders/quotes/quotes-address.ts';
import { listQuotes } from '#core/orders/quotes/read-quotes.server.ts';
import type { Route } from './+types/quotes-json.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readQuotesQuery(new URL(request.url).searchParams);
  return Response.json(await asStaff(context)((transaction) => listQuotes(transaction, query)));
}
