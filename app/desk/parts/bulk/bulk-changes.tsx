import { BulkChangesView } from './bulk-changes-view.tsx';
import { bulkChangesList, bulkFailures } from '../bulk-changes-action.ts';
import { listPartChanges } from '#core/imports/files/list-part-changes.server.ts';
import { renameVehicle } from './rename-vehicle.server.ts';
import { runBulkForm } from './run-bulk-form.server.ts';
import { changeIntents } from '#core/part-changes/undo-part-change.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/bulk-changes.ts';

export const meta = panelPage('Bulk changes');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const query = bulkChangesList.read(new URL(request.url).searchParams);
  return { asOf, list: await asAdmin(context)((transaction) => listPartChanges(transaction, 'bulk', query)) };
}

/** Answers the forms of this screen, and those of the list of parts and of the check, which start changes too. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id = '', ...form } = await readFields(request);
  const runAsAdmin = asAdmin(context);
  if (intent === 'preview' || intent === 'start')
    return answerAction(context, bulkFailures.start, () => runBulkForm(intent, form, runAsAdmin));
  if (intent === 'rename-vehicle')
    return answerAction(context, bulkFailures.rename, () =>
      runAsAdmin((transaction) => renameVehicle(transaction, form)),
    );
  if ((intent !== 'undo' && intent !== 'stop') || !isId(id)) return refuseForm(bulkFailures.start);
  return answerAction(context, bulkFailures[intent], () =>
    runAsAdmin((transaction) => changeIntents[intent](transaction, id)),
  );
}

export default function AdminBulkChanges({ loaderData }: Route.ComponentProps) {
  return <BulkChangesView {...loaderData} />;
}
