import { catalogFigures, listParts } from '#features/admin/list-parts.server.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import { readPartsQuery } from '#features/admin/parts-address.ts';
import type { Route } from './+types/admin.parts.json.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readPartsQuery(new URL(request.url).searchParams);
  const parts = await asStaff(context)(async (transaction) => ({
    list: await listParts(transaction, query),
    figures: await catalogFigures(transaction),
  }));
  return Response.json(parts);
}
