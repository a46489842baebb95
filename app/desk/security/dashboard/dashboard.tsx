import { getAdmin } from '#core/accounts/only-admins.server.ts';
import { loadDashboard } from '../dashboard.ts';
import { SecurityView } from '../security-view.tsx';
import { readDashboardAs } from '../authorize-dashboard.server.ts';
import type { Route } from './+types/dashboard.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { dashboard: await readDashboardAs(getAdmin(context), context) };
}

/** The tab switches before its data loads. */
export function clientLoader() {
  return { dashboard: loadDashboard() };
}

export default function AdminSecurity({ loaderData }: Route.ComponentProps) {
  return <SecurityView {...loaderData} />;
}
