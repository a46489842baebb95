import { readOpenAlerts } from '#features/admin/alerts.server.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import type { Route } from './+types/admin.alerts.json.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await asAdmin(context)(readOpenAlerts));
}
