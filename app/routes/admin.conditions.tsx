import { ConditionsView } from '#features/admin/conditions-view.tsx';
import { listConditions } from '#features/admin/list-parts.server.ts';
import { asAdmin } from '#features/admin/only-admins.server.ts';
import type { Route } from './+types/admin.conditions.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { conditions: await asAdmin(context)(listConditions) };
}

export default function AdminConditions({ loaderData }: Route.ComponentProps) {
  return <ConditionsView {...loaderData} />;
}
