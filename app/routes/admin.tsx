import { privatePage } from '#features/seo/page-meta.ts';
import { changesContext } from '#services';
import { AdminFrame } from '#features/admin/admin-frame.tsx';
import { readOpenAlerts } from '#features/admin/alerts.server.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import type { Route } from './+types/admin.ts';

/** The loader makes the middleware check the role on each visit. */
export async function loader({ context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  return { alerts: { ...(await asAdmin(context)(readOpenAlerts)), asOf } };
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Admin Panel');
}

export default function Admin({ loaderData }: Route.ComponentProps) {
  return <AdminFrame alerts={loaderData.alerts} />;
}
