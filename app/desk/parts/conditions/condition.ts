import { data } from 'react-router';
import { conditionColumns } from '#core/catalog/condition.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { readChoices, readSeenCondition } from '../read-seen.server.ts';
import { deleteCondition, saveCondition } from './save-condition.server.ts';
import type { Route } from './+types/condition.ts';

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const { method } = request;
  if (!isId(id) && (id !== 'new' || method === 'DELETE')) throw data(null, { status: 404 });
  const runAsAdmin = asAdmin(context);
  if (method === 'DELETE') {
    return respondWithResult(context, 'Error deleting condition', async () => {
      const moveTo = (await request.formData().catch(() => new FormData())).get('move_to');
      return runAsAdmin((transaction) =>
        deleteCondition(transaction, { id, moveTo: typeof moveTo === 'string' ? moveTo : undefined }),
      );
    });
  }
  if (method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST, DELETE' } });
  return respondWithResult(context, 'Error saving condition', async (): Promise<ActionResult> => {
    const form = await request.formData().catch(() => new FormData());
    const { seen: sentSeen, choices: sentChoices, ...fields } = Object.fromEntries(form);
    // Without the opened version, all fields apply.
    const sent = conditionColumns.filter((column) => column in fields);
    const seen = sentSeen === undefined ? null : readSeenCondition(sentSeen, sent);
    const choices = readChoices(sentChoices);
    if (seen === undefined || !choices) {
      return { done: false, message: 'Error saving condition: the form could not be read' };
    }
    return runAsAdmin((transaction) => saveCondition(transaction, { id, form: fields, seen, choices }));
  });
}
