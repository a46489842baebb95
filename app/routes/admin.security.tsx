import { adminOf } from '#features/admin/only-admins.server.ts';
import { loadDashboard } from '#features/security/dashboard.ts';
import { SecurityView } from '#features/security/security-view.tsx';
import { readDashboardAs } from '#features/security/authorize-dashboard.server.ts';
import type { Route } from './+types/admin.security.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { dashboard: await readDashboardAs(adminOf(context), context) };
}

/** The browser switches the tab first and loads the data after that. */
export function clientLoader() {
  return { dashboard: loadDashboard() };
}

export default function AdminSecurity({ loaderData }: Route.ComponentProps) {
  return <SecurityView {...loaderData} />;
}
