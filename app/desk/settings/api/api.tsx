import type { Transaction } from 'kysely';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { apiKeyRefusals, createApiKey, listApiKeys, revokeApiKey } from '#core/api/api-keys.server.ts';
import { webhooksContext } from '#core/api/webhooks.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import {
  answerAction,
  readForm,
  readTexts,
  refuseForm,
  type Refusals,
} from '#core/platform/answer-action.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import type { DB } from '#db/types.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import { ApiKeysView } from './api-keys-view.tsx';
import {
  addWebhook,
  deleteWebhook,
  enableWebhook,
  readWebhookForm,
  readWebhooks,
  sendAgain,
} from './webhooks.server.ts';
import { WebhooksView } from './webhooks-view.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { panelPage } from '#core/settings/page-meta.ts';
import type { Route } from './+types/api.ts';

export const meta = panelPage('API keys and webhooks');

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return asAdmin(context)(async (transaction) => ({
    keys: await listApiKeys(transaction),
    ...(await readWebhooks(transaction)),
    now: new Date().toISOString(),
  }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { intent, id = '' } = readTexts(form);
  const runAsAdmin = asAdmin(context);
  if (intent === 'add-webhook')
    return answerAction(context, 'Error adding webhook', async () => {
      const webhooks = context.get(webhooksContext);
      const read = await readWebhookForm(form, webhooks);
      if ('errors' in read) return { done: false, errors: read.errors };
      return runAsAdmin((transaction) => addWebhook(transaction, read, webhooks));
    });
  if (intent === 'create-key')
    return run('Error creating key', (transaction) => createApiKey(transaction, form), apiKeyRefusals);
  if (intent === 'revoke-key' && isId(id))
    return run('Error revoking key', (transaction) => revokeApiKey(transaction, id));
  if (intent === 'enable-webhook' && isId(id))
    return run('Error enabling webhook', (transaction) => enableWebhook(transaction, id));
  if (intent === 'delete-webhook' && isId(id))
    return run('Error deleting webhook', (transaction) => deleteWebhook(transaction, id));
  if (intent === 'send-again' && isId(id))
    return run('Error sending event', (transaction) => sendAgain(transaction, id));
  return refuseForm('Error changing keys and webhooks');

  function run(
    failure: string,
    work: (transaction: Transaction<DB>) => Promise<ActionResult>,
    refusals?: Refusals,
  ) {
    return answerAction(context, failure, () => runAsAdmin(work), refusals);
  }
}

export default function AdminApi({ loaderData }: Route.ComponentProps) {
  const { keys, webhooks, deliveries, now } = loaderData;
  return (
    <SettingsFrame>
      <ScreenHead title="API keys and webhooks" />
      <ApiKeysView keys={keys} now={now} />
      <WebhooksView webhooks={webhooks} deliveries={deliveries} now={now} />
    </SettingsFrame>
  );
}
