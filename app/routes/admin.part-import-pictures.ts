import { data } from 'react-router';
import { isPartId as isId } from '#domain/part.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { readPartImport } from '#features/admin/part-import/list-part-imports.server.ts';
import { exportFailedPictures } from '#features/admin/part-import/pictures/list-pictures.server.ts';
import { requestContext } from '#services/request.server.ts';
import { csvResponse } from '#services/csv-response.server.ts';
import type { Route } from './+types/admin.part-import-pictures.ts';

/** The pictures of an import that could not be added, as CSV. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  const run = asAdmin(context);
  if (!(await run((transaction) => readPartImport(transaction, id)))) throw data(null, { status: 404 });
  const { logError: onError } = context.get(requestContext);
  return csvResponse(exportFailedPictures(run, id), { name: 'failed-pictures.csv', onError });
}
