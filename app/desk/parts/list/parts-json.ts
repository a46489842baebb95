import { catalogFigures, listParts } from '#core/part-changes/list-parts.server.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { readPartsQuery } from '#core/part-changes/parts-address.ts';
import type { Route } from './+types/parts-json.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readPartsQuery(new URL(request.url).searchParams);
  const parts = await asStaff(context)(async (transaction) => ({
    list: await listParts(transaction, query),
    figures: await catalogFigures(transaction),
  }));
  return Response.json(parts);
}
