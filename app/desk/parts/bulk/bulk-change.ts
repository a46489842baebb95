import { data } from 'react-router';
import { readBulkChange } from '#core/part-changes/bulk/bulk-change.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { listSkipped } from './list-bulk-changes.server.ts';
import { type Preview, previewBulkChange } from '../preview.server.ts';
import { readSelection } from '../selection.server.ts';
import { OtherPartsThanSeen, startBulkChange } from '../start-bulk-change.server.ts';
import { stopBulkChange, undoBulkChange } from '../undo-bulk-change.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import type { Route } from './+types/bulk-change.ts';

/** Reads the parts that the change with this id has skipped. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (!isId(id)) throw data(null, { status: 404 });
  return Response.json(await asAdmin(context)((transaction) => listSkipped(transaction, id)));
}

/** `id` is 'preview', 'new', or that of a change, which `do` undoes or stops. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  if (id !== 'new' && id !== 'preview' && !isId(id)) throw data(null, { status: 404 });
  if (request.method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'GET, POST' } });
  const runAsAdmin = asAdmin(context);
  const form = Object.fromEntries(await request.formData().catch(() => new FormData()));
  return respondWithResult(
    context,
    'Error changing parts',
    async (): Promise<ActionResult & { preview?: Preview }> => {
      if (isId(id)) {
        if (form['do'] === 'undo') return runAsAdmin((transaction) => undoBulkChange(transaction, id));
        if (form['do'] === 'stop') return runAsAdmin((transaction) => stopBulkChange(transaction, id));
        return { done: false, message: 'Error changing parts: the form could not be read' };
      }
      const selection = readSelection(form);
      if (!selection)
        return { done: false, message: 'Error changing parts: please choose 1 to 1,000 parts, or all' };
      const read = readBulkChange(form);
      if ('errors' in read) return { done: false, errors: read.errors };
      const { change } = read;
      if (id === 'preview') {
        const preview = await runAsAdmin((transaction) =>
          previewBulkChange(transaction, { selection, change }),
        );
        return { done: true, preview };
      }
      const expected = Number(form['parts']);
      if (!Number.isInteger(expected)) {
        return { done: false, message: 'Error changing parts: the number of parts is missing' };
      }
      try {
        const parts = await runAsAdmin((transaction) =>
          startBulkChange(transaction, { selection, change, expected }),
        );
        return { done: true, message: `${formatPartCount(parts)}: started` };
      } catch (error) {
        if (!(error instanceof OtherPartsThanSeen)) throw error;
        return { done: false, message: `Error changing parts: ${error.message}` };
      }
    },
  );
}
