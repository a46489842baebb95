import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { listApiKeys } from '#core/api/api-keys.server.ts';
import { ApiKeysView } from './api-keys-view.tsx';
import { readWebhooks } from './webhooks.server.ts';
import { WebhooksView } from './webhooks-view.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import type { Route } from './+types/api.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return asAdmin(context)(async (transaction) => ({
    keys: await listApiKeys(transaction),
    ...(await readWebhooks(transaction)),
    now: new Date().toISOString(),
  }));
}

export default function AdminApi({ loaderData }: Route.ComponentProps) {
  const { keys, webhooks, deliveries, now } = loaderData;
  return (
    <SettingsFrame page="api">
      <ApiKeysView keys={keys} now={now} />
      <WebhooksView webhooks={webhooks} deliveries={deliveries} now={now} />
    </SettingsFrame>
  );
}
