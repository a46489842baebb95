import { asAdmin, getAdmin } from '#core/accounts/only-admins.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { finishUpload, startPartImport } from '#core/imports/files/start-part-import.server.ts';
import { listSources } from '../list-sources.server.ts';
import { importsList } from './imports-list.ts';
import { ImportsView } from './imports-view.tsx';
import { importFailures, UPLOAD_FAILURE } from './import-failures.ts';
import { listPartChanges, listSuppliers } from '#core/imports/files/list-part-changes.server.ts';
import { changeIntents } from '#core/part-changes/undo-part-change.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/imports.ts';

export const meta = panelPage('Import');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const query = importsList.read(new URL(request.url).searchParams);
  return asAdmin(context)(async (transaction) => ({
    asOf,
    query,
    list: await listPartChanges(transaction, 'file', { ...query, onlyFailed: query.show === 'failed' }),
    suppliers: await listSuppliers(transaction),
    sources: await listSources(transaction),
  }));
}

/** Starts an import, whose file is sent in pieces then, and ends its upload. Stops and undoes imports. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id = '', ...fields } = await readFields(request);
  if (intent === 'start')
    return answerAction(context, UPLOAD_FAILURE, () =>
      asAdmin(context)((transaction) => startPartImport(transaction, fields)),
    );
  if ((intent === 'undo' || intent === 'stop') && isId(id))
    return answerAction(context, importFailures[intent], () =>
      asAdmin(context)((transaction) => changeIntents[intent](transaction, id)),
    );
  if (intent !== 'read' || !isId(id)) return refuseForm(UPLOAD_FAILURE);
  return answerAction(context, UPLOAD_FAILURE, () =>
    finishUpload(context.get(databaseContext), { admin: getAdmin(context), importId: id }),
  );
}

export default function AdminImport({ loaderData }: Route.ComponentProps) {
  return <ImportsView {...loaderData} />;
}
