import { useLocation } from 'react-router';
import { settingsContext } from '#settings';
import { countSetupSteps } from '#domain/settings/setup-list.ts';
import { readHasLegalTexts } from '#features/settings/read-settings-page.server.ts';
import { SetupLine } from '#features/settings/setup-list.tsx';
import { privatePage } from '#features/seo/page-meta.ts';
import { changesContext } from '#services';
import { AdminFrame } from '#features/admin/admin-frame.tsx';
import { readOpenAlerts } from '#features/admin/alerts.server.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import type { Route } from './+types/admin.ts';

/** The loader makes the middleware check the role on each visit. */
export async function loader({ context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  return asAdmin(context)(async (transaction) => ({
    alerts: { ...(await readOpenAlerts(transaction)), asOf },
    setupSteps: countSetupSteps(context.get(settingsContext), await readHasLegalTexts(transaction)),
  }));
}

export function meta({ matches: [root] }: Route.MetaArgs) {
  return privatePage(root.loaderData, 'Admin Panel');
}

export default function Admin({ loaderData }: Route.ComponentProps) {
  const { alerts, setupSteps } = loaderData;
  const onSettings = useLocation().pathname.startsWith('/admin/settings');
  return <AdminFrame alerts={alerts} notice={onSettings ? null : <SetupLine left={setupSteps} />} />;
}
