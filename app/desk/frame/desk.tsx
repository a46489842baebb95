import { useLocation } from 'react-router';
import { settingsContext } from '#core/settings/settings.server.ts';
import { countSetupSteps } from '#desk/settings/list-setup.ts';
import { readHasLegalTexts } from '#core/settings/read-settings-page.server.ts';
import { SetupLine } from '#desk/settings/setup-list.tsx';
import { panelPage } from '#core/settings/page-meta.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { findTab, tabLabel } from './admin-tabs.ts';
import { AdminFrame } from './admin-frame.tsx';
import { readOpenAlerts, settleAlertByHand } from '#core/alerts/list-alerts.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import type { Route } from './+types/desk.ts';

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

/** The loader makes the middleware check the role on each visit. */
export async function loader({ context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const { role } = getStaff(context);
  return asStaff(context)(async (transaction) => ({
    role,
    alerts: { ...(await readOpenAlerts(transaction)), asOf },
    setupSteps:
      role === 'admin'
        ? countSetupSteps(context.get(settingsContext), await readHasLegalTexts(transaction))
        : 0,
  }));
}

/** Settles an alert, which the frame, the tab of alerts and the screen of an order show. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id = '' } = await readFields(request);
  const failure = 'Error settling alert';
  if (intent !== 'settle-alert' || !isId(id)) return refuseForm(failure);
  return answerAction(context, failure, () =>
    asStaff(context)((transaction) => settleAlertByHand(transaction, id)),
  );
}

/** Titles the tabs. Other pages title themselves. */
export function meta(page: Route.MetaArgs) {
  return panelPage(tabLabel(findTab(page.location.pathname.replace(/\/$/, ''))) ?? '')(page);
}

export default function Admin({ loaderData }: Route.ComponentProps) {
  const { role, alerts, setupSteps } = loaderData;
  const onSettings = useLocation().pathname.startsWith('/admin/settings');
  return (
    <AdminFrame role={role} alerts={alerts} notice={onSettings ? null : <SetupLine left={setupSteps} />} />
  );
}
