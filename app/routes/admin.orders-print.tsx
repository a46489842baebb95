import { data } from 'react-router';
import { parseSelection } from '#domain/order-selection.ts';
import { formatOrderNumber } from '#domain/order-number.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { type PrintKind, printKinds, PrintView } from '#features/order-desk/print-view.tsx';
import { readPrintedOrders } from '#features/order-desk/read-print.server.ts';
import { privatePage } from '#features/seo/page-meta.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.orders-print.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const numbers = parseSelection(searchParams.get('orders'));
  const kind = searchParams.get('kind') ?? 'slips';
  if (!numbers || !Object.hasOwn(printKinds, kind)) throw data(null, { status: 404 });
  const { business: shop } = context.get(settingsContext);
  return {
    kind: kind as PrintKind,
    selection: numbers.map(formatOrderNumber).join(','),
    orders: await asStaff(context)((transaction) =>
      readPrintedOrders(transaction, numbers, { shop, withReceipt: kind === 'receipts' }),
    ),
  };
}

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
  return privatePage(root.loaderData, loaderData ? printKinds[loaderData.kind] : 'Print');
}

export default function PrintOrders({ loaderData }: Route.ComponentProps) {
  return <PrintView {...loaderData} />;
}
