import { data } from 'react-router';
import { isPartId as isId } from '#domain/part.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { exportRefused } from '#features/admin/part-import/list-lines.server.ts';
import { readPartImport } from '#features/admin/part-import/list-part-imports.server.ts';
import { requestContext } from '#services/request.server.ts';
import { csvResponse } from '#services/csv-response.server.ts';
import type { Route } from './+types/admin.part-import-refused.ts';

/** The refused lines of an import, and those that could not be undone, as CSV. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  const run = asAdmin(context);
  const found = await run((transaction) => readPartImport(transaction, id));
  if (!found) throw data(null, { status: 404 });
  const { logError: onError } = context.get(requestContext);
  return csvResponse(exportRefused(run, found), { name: 'refused-lines.csv', onError });
}
