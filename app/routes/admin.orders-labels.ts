import { data } from 'react-router';
import { formatLabelRows } from '#domain/label-rows.ts';
import { parseSelection } from '#domain/order-selection.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { readPrintedOrders } from '#features/order-desk/read-print.server.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.orders-labels.ts';

/** A CSV for a label service. */
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
