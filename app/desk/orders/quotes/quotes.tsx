import { asStaff } from '#core/accounts/only-staff.server.ts';
import { quotesList } from '#core/orders/quotes/quotes-address.ts';
import { QuotesView } from './quotes-view.tsx';
import { listQuotes } from '#core/orders/quotes/read-quotes.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/quotes.ts';

export const meta = panelPage('Quotes');

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = quotesList.read(new URL(request.url).searchParams);
  const asOf = context.get(changesContext).newest;
  return { query, list: await asStaff(context)((transaction) => listQuotes(transaction, query)), asOf };
}

export default function AdminQuotes({ loaderData }: Route.ComponentProps) {
  return <QuotesView {...loaderData} />;
}
