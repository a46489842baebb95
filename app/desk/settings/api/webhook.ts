import { data } from 'react-router';
import { isPartId as isId } from '#core/catalog/part.ts';
import { webhooksContext } from '#core/api/webhooks.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { respondWithResult } from '#core/part-changes/respond.server.ts';
import { addWebhook, deleteWebhook, enableWebhook, readWebhookForm } from './webhooks.server.ts';
import type { Route } from './+types/webhook.ts';

/** POST to 'new' adds a webhook, POST to one enables it, DELETE deletes it. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const { method } = request;
  if (!isId(id) && (id !== 'new' || method === 'DELETE')) throw data(null, { status: 404 });
  const runAsAdmin = asAdmin(context);
  if (method === 'DELETE') {
    return respondWithResult(context, 'Error deleting webhook', () =>
      runAsAdmin((transaction) => deleteWebhook(transaction, id)),
    );
  }
  if (method !== 'POST') throw data(null, { status: 405, headers: { Allow: 'POST, DELETE' } });
  if (id !== 'new') {
    return respondWithResult(context, 'Error enabling webhook', () =>
      runAsAdmin((transaction) => enableWebhook(transaction, id)),
    );
  }
  return respondWithResult(context, 'Error adding webhook', async () => {
    const form = await request.formData().catch(() => new FormData());
    const webhooks = context.get(webhooksContext);
    const read = await readWebhookForm(form, webhooks);
    if ('errors' in read) return { done: false, errors: read.errors };
    return runAsAdmin((transaction) => addWebhook(transaction, read, webhooks));
  });
}
