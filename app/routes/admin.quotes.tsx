import { asStaff } from '#features/admin/only-staff.server.ts';
import { readQuotesQuery } from '#features/checkout/quotes/quotes-address.ts';
import { QuotesView } from '#features/checkout/quotes/quotes-view.tsx';
import { listQuotes } from '#features/checkout/quotes/read-quotes.server.ts';
import { changesContext } from '#services/changes.server.ts';
import type { Route } from './+types/admin.quotes.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readQuotesQuery(new URL(request.url).searchParams);
  const asOf = context.get(changesContext).newest;
  return { query, list: await asStaff(context)((transaction) => listQuotes(transaction, query)), asOf };
}

export default function AdminQuotes({ loaderData }: Route.ComponentProps) {
  return <QuotesView {...loaderData} />;
}
