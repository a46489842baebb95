import { data } from 'react-router';
import { parseReturnNumber } from '#domain/return-number.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { readReturnPage } from '#features/order-desk/returns/read-return-page.server.ts';
import { ReturnPage } from '#features/order-desk/returns/return-page.tsx';
import { changesContext } from '#services/changes.server.ts';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.return.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const number = parseReturnNumber(params.rma);
  const { business } = context.get(settingsContext);
  const found =
    number === undefined
      ? undefined
      : await asStaff(context)((transaction) => readReturnPage(transaction, number, business));
  if (!found) throw data(null, { status: 404 });
  return { found, asOf };
}

export default function AdminReturn({ loaderData }: Route.ComponentProps) {
  return <ReturnPage key={loaderData.found.id} {...loaderData} />;
}
