import { readAlertsQuery } from '#features/admin/alerts-address.ts';
import { listAlerts } from '#features/admin/alerts.server.ts';
import { AlertsView } from '#features/admin/alerts-view.tsx';
import { asStaff } from '#features/admin/only-staff.server.ts';
import type { Route } from './+types/admin.alerts.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readAlertsQuery(new URL(request.url).searchParams);
  return { query, ...(await asStaff(context)((transaction) => listAlerts(transaction, query))) };
}

export default function AdminAlerts({ loaderData }: Route.ComponentProps) {
  return <AlertsView {...loaderData} />;
}
