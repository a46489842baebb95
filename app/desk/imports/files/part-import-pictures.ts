import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { readPartImport } from '#core/imports/files/list-part-changes.server.ts';
import { exportFailedPictures } from './list-pictures.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { csvResponse } from '#core/platform/csv-response.server.ts';
import type { Route } from './+types/part-import-pictures.ts';

/** Answers the pictures of an import that could not be added, as CSV. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  const run = asAdmin(context);
  if (!(await run((transaction) => readPartImport(transaction, id)))) throw data(null, { status: 404 });
  const { logError: onError } = context.get(requestContext);
  return csvResponse(exportFailedPictures(run, id), { name: 'failed-pictures.csv', onError });
}
