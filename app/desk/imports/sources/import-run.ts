import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { confirmRun, discardRun, undoRun } from './change-source.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import type { Route } from './+types/import-run.ts';

const FAILURE = 'Error changing the run';

/** Changes a run of a scheduled import as `do` says. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST' } });
  const run = asAdmin(context);
  const form = Object.fromEntries(await request.formData().catch(() => new FormData()));
  return respondWithResult(context, FAILURE, async (): Promise<ActionResult> => {
    switch (form['do']) {
      case 'confirm':
        return run((transaction) => confirmRun(transaction, id));
      case 'discard':
        return run((transaction) => discardRun(transaction, id));
      case 'undo':
        return run((transaction) => undoRun(transaction, id));
      default:
        return { done: false, message: `${FAILURE}: the form could not be read` };
    }
  });
}
