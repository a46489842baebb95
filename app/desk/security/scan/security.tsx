import { privatePage } from '#core/settings/page-meta.ts';
import { data } from 'react-router';
import { AccessDenied } from './access-denied.tsx';
import { SecurityView } from '../security-view.tsx';
import { readDashboardAs, authorizeDashboard } from '../authorize-dashboard.server.ts';
import type { Route } from './+types/security.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { admin, denied } = await authorizeDashboard(request, context);
  if (!admin) return data({ denied: denied.reason, dashboard: null }, { status: denied.status });
  return { denied: null, dashboard: await readDashboardAs(admin, context) };
}

export function headers() {
  return { 'Cache-Control': 'private, no-store' };
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Security Dashboard');
}

export default function Security({ loaderData: { denied, dashboard } }: Route.ComponentProps) {
  return (
    <main className="mx-auto w-full max-w-page px-gutter py-8">
      {dashboard ? <SecurityView dashboard={dashboard} /> : <AccessDenied reason={denied} />}
    </main>
  );
}
