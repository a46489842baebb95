import { requestContext } from '#core/platform/request.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import { noAnalytics, userAnalytics } from './user-analytics.server.ts';
import { usersList } from './users-list.ts';
import { UsersView } from './users-view.tsx';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { Route } from './+types/users.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = usersList.read(new URL(request.url).searchParams);
  const { timeZone } = context.get(settingsContext).business;
  try {
    return await asAdmin(context)((transaction) => userAnalytics(transaction, { ...query, timeZone }));
  } catch (error) {
    context.get(requestContext).logError(error);
    return noAnalytics;
  }
}

export default function AdminUsers({ loaderData }: Route.ComponentProps) {
  return <UsersView {...loaderData} />;
}
