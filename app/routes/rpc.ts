import { logAuditEvent, logFailedAuthAttempt } from '#features/audit/log-events.server.ts';
import type { Route } from './+types/rpc.ts';

/** The remote procedures by their names (Spec §7). */
const procedures = new Map([
  ['log_audit_event', logAuditEvent],
  ['log_failed_auth_attempt', logFailedAuthAttempt],
]);

export async function action({ request, params, context }: Route.ActionArgs) {
  const procedure = procedures.get(params.name);
  if (!procedure) return Response.json({ error: 'There is no such procedure' }, { status: 404 });
  if (request.method !== 'POST') return onlyPost();
  return procedure(request, context);
}

export function loader({ params }: Route.LoaderArgs) {
  if (procedures.has(params.name)) return onlyPost();
  return Response.json({ error: 'There is no such procedure' }, { status: 404 });
}

function onlyPost() {
  return Response.json(
    { error: 'Procedures are called by POST' },
    { status: 405, headers: { Allow: 'POST' } },
  );
}
