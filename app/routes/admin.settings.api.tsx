import { asAdmin } from '#features/admin/only-admins.server.ts';
import { listApiKeys } from '#features/api/api-keys.server.ts';
import { ApiKeysView } from '#features/api/api-keys-view.tsx';
import { SettingsFrame } from '#features/settings/settings-frame.tsx';
import type { Route } from './+types/admin.settings.api.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { keys: await asAdmin(context)(listApiKeys), now: new Date().toISOString() };
}

export default function AdminApi({ loaderData: { keys, now } }: Route.ComponentProps) {
  return (
    <SettingsFrame page="api">
      <ApiKeysView keys={keys} now={now} />
    </SettingsFrame>
  );
}
