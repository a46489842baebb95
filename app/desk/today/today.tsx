import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { changesContext } from '#core/live/changes.server.ts';
import { countSetupSteps } from '#core/settings/list-setup.ts';
import { readHasLegalTexts } from '#core/settings/read-settings-page.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { countOpenAlerts, readForAdmins, readToDo } from './read-today.server.ts';
import { TodayView } from './today-view.tsx';
import type { Route } from './+types/today.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const asOf = context.get(changesContext).newest;
  const settings = context.get(settingsContext);
  const { timeZone } = settings.business;
  // The Canadian format is that of ISO 8601.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  const isAdmin = getStaff(context).role === 'admin';
  return asStaff(context)(async (transaction) => ({
    asOf,
    today,
    toDo: await readToDo(transaction, { timeZone }),
    alerts: await countOpenAlerts(transaction),
    forAdmins: isAdmin
      ? {
          ...(await readForAdmins(transaction, { today, timeZone })),
          setupSteps: countSetupSteps(settings, await readHasLegalTexts(transaction)),
        }
      : null,
  }));
}

export default function AdminToday({ loaderData }: Route.ComponentProps) {
  return <TodayView {...loaderData} />;
}
