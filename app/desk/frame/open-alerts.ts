import { readOpenAlerts } from '#core/alerts/list-alerts.server.ts';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import type { Route } from './+types/open-alerts.ts';

/** Answers the alerts that the frame of all tabs shows, for pages that are open. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await asStaff(context)(readOpenAlerts));
}
