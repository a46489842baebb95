import { asStaff } from '#core/accounts/only-staff.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { countWaiting } from './count-waiting.server.ts';
import type { Route } from './+types/waiting.ts';

/** Answers the counts of the side bar, for pages that are open. */
export async function loader({ context }: Route.LoaderArgs) {
  const { timeZone } = context.get(settingsContext).business;
  return Response.json(await asStaff(context)((transaction) => countWaiting(transaction, { timeZone })));
}
