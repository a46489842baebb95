import { asStaff } from '#core/accounts/only-staff.server.ts';
import { listParts } from '#core/part-changes/list-parts.server.ts';
import { partsList } from '#core/part-changes/parts-address.ts';
import type { Route } from './+types/part-choices.ts';

const MAX_FOUND = 8;

/** Finds parts for an answer, with the search of the tab 'Parts Catalog'. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { q } = partsList.read(new URL(request.url).searchParams);
  const query = partsList.read(new URLSearchParams({ q }));
  const { rows } = await asStaff(context)((transaction) => listParts(transaction, query));
  return Response.json(rows.slice(0, MAX_FOUND));
}
