import { ConditionsView } from './conditions-view.tsx';
import { listConditions } from '#core/part-changes/list-parts.server.ts';
import { asAdmin } from '#core/accounts/only-admins.server.ts';
import type { Route } from './+types/conditions.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { conditions: await asAdmin(context)(listConditions) };
}

export default function AdminConditions({ loaderData }: Route.ComponentProps) {
  return <ConditionsView {...loaderData} />;
}
