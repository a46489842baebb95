import { requestContext } from '#services/request.server.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import { noAnalytics, userAnalytics } from '#features/admin/user-analytics.server.ts';
import { UsersView } from '#features/admin/users-view.tsx';
import { settingsContext } from '#settings';
import type { Route } from './+types/admin.users.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = /^\d{1,6}$/.exec(new URL(request.url).searchParams.get('page') ?? '')?.[0];
  const { timeZone } = context.get(settingsContext).business;
  try {
    return await asAdmin(context)((transaction) =>
      userAnalytics(transaction, { page: Math.max(1, Number(page ?? 1)), timeZone }),
    );
  } catch (error) {
    context.get(requestContext).logError(error);
    return noAnalytics;
  }
}

export default function AdminUsers({ loaderData }: Route.ComponentProps) {
  return <UsersView {...loaderData} />;
}
