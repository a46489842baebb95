import { asAdmin, getAdmin } from '#core/accounts/only-admins.server.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { answerAction, readFields, refuseForm } from '#core/platform/answer-action.server.ts';
import { invite, readTeam, removeRole, revokeInvitation, teamRefusals } from './team.server.ts';
import { TeamView } from './team-view.tsx';
import type { Route } from './+types/team.ts';

export { reportFailure as clientAction } from '#kit/form/use-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { ...(await asAdmin(context)(readTeam)), adminId: getAdmin(context).userId };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id = '', ...fields } = await readFields(request);
  const runAsAdmin = asAdmin(context);
  if (intent === 'invite')
    return answerAction(
      context,
      'Error sending invitation',
      () => runAsAdmin((transaction) => invite(transaction, fields)),
      teamRefusals,
    );
  if (intent === 'revoke' && isId(id))
    return answerAction(context, 'Error revoking invitation', () =>
      runAsAdmin((transaction) => revokeInvitation(transaction, id)),
    );
  const failure = 'Error removing rights';
  if (intent !== 'remove-role' || !isId(id)) return refuseForm(failure);
  const removed = {
    userId: id,
    role: fields.role,
    ownConfirmed: fields.own === 'confirmed',
    adminId: getAdmin(context).userId,
  };
  return answerAction(
    context,
    failure,
    () => runAsAdmin((transaction) => removeRole(transaction, removed)),
    teamRefusals,
  );
}

export default function AdminTeam({ loaderData }: Route.ComponentProps) {
  return <TeamView {...loaderData} />;
}
