import { alertsList } from '#core/alerts/alerts-address.ts';
import { listAlerts } from '#core/alerts/list-alerts.server.ts';
import { AlertsView } from './alerts-view.tsx';
import { asStaff } from '#core/accounts/only-staff.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import type { Route } from './+types/alerts.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = alertsList.read(new URL(request.url).searchParams);
  const asOf = context.get(changesContext).newest;
  return { asOf, query, list: await asStaff(context)((transaction) => listAlerts(transaction, query)) };
}

export default function AdminAlerts({ loaderData }: Route.ComponentProps) {
  return <AlertsView {...loaderData} />;
}
