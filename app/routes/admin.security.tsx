import { adminOf } from '#features/admin/only-admins.server.ts';
import { SecurityView } from '#features/security/security-view.tsx';
import { dashboardFor } from '#features/security/whose-dashboard.server.ts';
import type { Route } from './+types/admin.security.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { dashboard: dashboardFor(adminOf(context), context) };
}

export default function AdminSecurity({ loaderData }: Route.ComponentProps) {
  return <SecurityView {...loaderData} />;
}
