import { getAdmin } from '#features/admin/only-admins.server.ts';
import { loadDashboard } from '#features/security/dashboard.ts';
import { SecurityView } from '#features/security/security-view.tsx';
import { readDashboardAs } from '#features/security/authorize-dashboard.server.ts';
import type { Route } from './+types/admin.security.ts';

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
