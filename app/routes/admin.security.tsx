import { adminOf } from '#features/admin/only-admins.server.ts';
import { loadDashboard } from '#features/security/dashboard.ts';
import { SecurityView } from '#features/security/security-view.tsx';
import { dashboardFor } from '#features/security/whose-dashboard.server.ts';
import type { Route } from './+types/admin.security.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { dashboard: await dashboardFor(adminOf(context), context) };
}

/** In the browser the tab turns at once, and says itself that it loads. */
export function clientLoader() {
  return { dashboard: loadDashboard() };
}

export default function AdminSecurity({ loaderData }: Route.ComponentProps) {
  return <SecurityView {...loaderData} />;
}
