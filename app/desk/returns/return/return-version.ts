import { data } from 'react-router';
import { parseReturnNumber } from '#core/returns/return-number.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { readReturnVersion } from './read-return-page.server.ts';
import type { Route } from './+types/return-version.ts';

/** Tells open pages whether what they show has changed. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const number = parseReturnNumber(params.rma);
  const version =
    number === undefined
      ? null
      : await asStaff(context)((transaction) => readReturnVersion(transaction, number));
  if (version === null) throw data(null, { status: 404 });
  return Response.json({ version });
}
