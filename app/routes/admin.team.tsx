import { asAdmin, getAdmin } from '#features/admin/only-admins.server.ts';
import { readTeam } from '#features/people/team.server.ts';
import { TeamView } from '#features/people/team-view.tsx';
import type { Route } from './+types/admin.team.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { ...(await asAdmin(context)(readTeam)), adminId: getAdmin(context).userId };
}

export default function AdminTeam({ loaderData }: Route.ComponentProps) {
  return <TeamView {...loaderData} />;
}
