import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import {
  confirmHostKey,
  deleteSource,
  pauseSource,
  resumeSource,
  runSource,
} from './change-source.server.ts';
import { type SavedSource, saveSource } from './save-source.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { downloadsContext } from '#core/platform/downloads.server.ts';
import type { Route } from './+types/import-source.ts';

/** POST to 'new' adds a source, POST to one changes it as `do` says, DELETE deletes it. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const { method } = request;
  if (!isId(id) && (id !== 'new' || method === 'DELETE')) throw data(null, { status: 404 });
  const run = asAdmin(context);
  if (method === 'DELETE') {
    return respondWithResult(context, 'Error deleting the import', () =>
      run((transaction) => deleteSource(transaction, id)),
    );
  }
  if (method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST, DELETE' } });
  const form = Object.fromEntries(await request.formData().catch(() => new FormData()));
  return respondWithResult(context, 'Error saving the import', async (): Promise<SavedSource> => {
    const downloads = context.get(downloadsContext);
    if (!isId(id)) return saveSource(run, { id: undefined, form, downloads });
    switch (form['do']) {
      case 'save':
        return saveSource(run, { id, form, downloads });
      case 'run':
        return run((transaction) => runSource(transaction, id));
      case 'pause':
        return run((transaction) => pauseSource(transaction, id));
      case 'resume':
        return run((transaction) => resumeSource(transaction, id));
      case 'confirm-key':
        return run((transaction) => confirmHostKey(transaction, id, form['key']));
      default:
        return { done: false, message: 'Error saving the import: the form could not be read' };
    }
  });
}
