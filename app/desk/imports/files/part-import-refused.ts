import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { exportRefused } from './list-lines.server.ts';
import { readPartImport } from '#core/imports/files/list-part-changes.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { csvResponse } from '#core/platform/csv-response.server.ts';
import type { Route } from './+types/part-import-refused.ts';

/** Answers the refused lines of an import, and those that could not be undone, as CSV. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  const run = asAdmin(context);
  const found = await run((transaction) => readPartImport(transaction, id));
  if (found?.kind !== 'file') throw data(null, { status: 404 });
  const { logError: onError } = context.get(requestContext);
  return csvResponse(exportRefused(run, found), { name: 'refused-lines.csv', onError });
}
