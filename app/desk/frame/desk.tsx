import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { settleAlertByHand } from '#core/alerts/list-alerts.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { panelPage } from '#core/settings/page-meta.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { countWaiting } from '#desk/today/count-waiting.server.ts';
import { findEntry } from './panel-entries.ts';
import { PanelFrame } from './panel-frame.tsx';
import { readCollapsed } from './side-bar-cookie.ts';
import type { Route } from './+types/desk.ts';

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

/** The root leaves out the shop's header and footer around the side bar. */
export const handle = { hasOwnFrame: true };

/** The loader makes the middleware check the role on each visit. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const { timeZone } = context.get(settingsContext).business;
  return {
    asOf,
    role: getStaff(context).role,
    waiting: await asStaff(context)((transaction) => countWaiting(transaction, { timeZone })),
    isCollapsed: readCollapsed(request.headers.get('Cookie') ?? ''),
  };
}

/** Settles an alert, which the screen of alerts and that of an order show. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id = '' } = await readFields(request);
  const failure = 'Error settling alert';
  if (intent !== 'settle-alert' || !isId(id)) return refuseForm(failure);
  return answerAction(context, failure, () =>
    asStaff(context)((transaction) => settleAlertByHand(transaction, id)),
  );
}

/** Titles the screens of the side bar. Other pages title themselves. */
export function meta(page: Route.MetaArgs) {
  return panelPage(findEntry(page.location.pathname.replace(/\/$/, ''))?.label ?? '')(page);
}

export default function Admin({ loaderData }: Route.ComponentProps) {
  return <PanelFrame {...loaderData} />;
}
