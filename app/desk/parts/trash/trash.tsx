import {
  listDeletedConditions,
  listTrashedImports,
} from '#core/part-changes/bulk/list-other-trash.server.ts';
import { listTrash } from './list-trash.server.ts';
import { readTrashKind } from '#core/part-changes/bulk/trash-address.ts';
import { TrashView } from './trash-view.tsx';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { restoreCondition } from './restore-condition.server.ts';
import { restorePart, restoreParts } from './restore-parts.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/trash.ts';

export const meta = panelPage('Trash');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const { searchParams } = new URL(request.url);
  const kind = readTrashKind(searchParams.get('kind'));
  const after = searchParams.get('after');
  return asAdmin(context)(async (transaction) => ({
    asOf,
    kind,
    trash: kind === 'parts' ? await listTrash(transaction, after) : null,
    conditions: kind === 'conditions' ? await listDeletedConditions(transaction) : null,
    imports: kind === 'imports' ? await listTrashedImports(transaction, after) : null,
  }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id = '', at = '' } = await readFields(request);
  const runAsAdmin = asAdmin(context);
  if (intent === 'restore-condition')
    return answerAction(context, 'Error restoring the condition', () =>
      runAsAdmin((transaction) => restoreCondition(transaction, id)),
    );
  if (intent === 'restore-part')
    return answerAction(context, 'Error restoring the part', () =>
      runAsAdmin((transaction) => restorePart(transaction, id)),
    );
  if (intent !== 'restore-parts') return refuseForm('Error restoring');
  return answerAction(context, 'Error restoring the parts', () =>
    runAsAdmin((transaction) => restoreParts(transaction, at)),
  );
}

export default function AdminTrash({ loaderData }: Route.ComponentProps) {
  return <TrashView {...loaderData} />;
}
