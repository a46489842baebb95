import { data } from 'react-router';
import { parseOrderNumber } from '#core/values/order-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { readOrderVersion } from './read-order-page.server.ts';
import type { Route } from './+types/order-version.ts';

/** Tells open pages whether what they show has changed. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const number = parseOrderNumber(params.number);
  const version =
    number === undefined
      ? null
      : await asStaff(context)((transaction) => readOrderVersion(transaction, number));
  if (version === null) throw data(null, { status: 404 });
  return Response.json({ version });
}
