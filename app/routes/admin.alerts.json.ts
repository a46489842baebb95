import { readOpenAlerts } from '#features/admin/alerts.server.ts';
import { asStaff } from '#features/admin/only-staff.server.ts';
import type { Route } from './+types/admin.alerts.json.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await asStaff(context)(readOpenAlerts));
}
