import { asAdmin, getAdmin } from '#core/accounts/only-admins.server.ts';
import { readTeam } from './team.server.ts';
import { TeamView } from './team-view.tsx';
import type { Route } from './+types/team.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { ...(await asAdmin(context)(readTeam)), adminId: getAdmin(context).userId };
}

export default function AdminTeam({ loaderData }: Route.ComponentProps) {
  return <TeamView {...loaderData} />;
}
