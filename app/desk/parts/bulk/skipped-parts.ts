import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { listSkipped } from './list-bulk-changes.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import type { Route } from './+types/skipped-parts.ts';

/** Reads the parts that the change with this id has skipped. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  return Response.json(await asAdmin(context)((transaction) => listSkipped(transaction, id)));
}
