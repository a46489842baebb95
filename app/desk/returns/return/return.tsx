import { data } from 'react-router';
import { parseReturnNumber } from '#core/returns/return-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { readReturnPage } from './read-return-page.server.ts';
import { ReturnPage } from './return-page.tsx';
import { changesContext } from '#core/live/changes.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/return.ts';

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
