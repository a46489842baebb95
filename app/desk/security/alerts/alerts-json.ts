import { readOpenAlerts } from '#core/alerts/list-alerts.server.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import type { Route } from './+types/alerts-json.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await asStaff(context)(readOpenAlerts));
}
