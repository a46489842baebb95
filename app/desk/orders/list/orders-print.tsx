import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { parseSelection } from './order-selection.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { type PrintKind, printKinds, PrintView } from './print-view.tsx';
import { readPrintedOrders } from './read-print.server.ts';
import { privatePage } from '#core/settings/page-meta.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/orders-print.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const numbers = parseSelection(searchParams.get('orders'));
  const kind = searchParams.get('kind') ?? 'slips';
  const parcel = searchParams.get('parcel') ?? undefined;
  if (!numbers || !Object.hasOwn(printKinds, kind) || (parcel !== undefined && !isId(parcel)))
    throw data(null, { status: 404 });
  const { business: shop } = context.get(settingsContext);
  const orders = await asStaff(context)((transaction) =>
    readPrintedOrders(transaction, numbers, { shop, withInvoice: kind === 'invoices', parcel }),
  );
  return {
    kind: kind as PrintKind,
    selection: numbers.map(formatOrderNumber).join(','),
    orders,
  };
}

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
  return privatePage(root.loaderData, loaderData ? printKinds[loaderData.kind] : 'Print');
}

export default function PrintOrders({ loaderData }: Route.ComponentProps) {
  return <PrintView {...loaderData} />;
}
