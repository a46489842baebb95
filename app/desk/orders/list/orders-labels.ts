import { data } from 'react-router';
import { formatLabelRows } from './label-rows.ts';
import { parseSelection } from './order-selection.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { readPrintedOrders } from './read-print.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/orders-labels.ts';

/** Answers a CSV for a label service. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const numbers = parseSelection(new URL(request.url).searchParams.get('orders'));
  if (!numbers) throw data(null, { status: 404 });
  const { business: shop } = context.get(settingsContext);
  const orders = await asStaff(context)((transaction) => readPrintedOrders(transaction, numbers, { shop }));
  return new Response(formatLabelRows(orders), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="labels.csv"',
    },
  });
}
