import { asAdmin } from '#features/admin/only-admins.server.ts';
import { listApiKeys } from '#features/api/api-keys.server.ts';
import { ApiKeysView } from '#features/api/api-keys-view.tsx';
import { readWebhooks } from '#features/api/webhooks.server.ts';
import { WebhooksView } from '#features/api/webhooks-view.tsx';
import { SettingsFrame } from '#features/settings/settings-frame.tsx';
import type { Route } from './+types/admin.settings.api.ts';

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
