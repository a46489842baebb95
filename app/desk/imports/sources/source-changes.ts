import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { exportBack } from '#core/imports/sources/export-back.server.ts';
import { csvResponse } from '#core/platform/csv-response.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { readSource } from '../list-sources.server.ts';
import type { Route } from './+types/source-changes.ts';

/** Answers what was sold and changed here since the last file of a scheduled import, as CSV. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  const run = asAdmin(context);
  const found = await run((transaction) => readSource(transaction, id));
  if (!found) throw data(null, { status: 404 });
  const { logError: onError } = context.get(requestContext);
  return csvResponse(exportBack(run, id), { name: 'changed-here.csv', onError });
}
