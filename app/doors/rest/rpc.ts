import { logAuditEvent, logFailedAuthAttempt } from './log-events.server.ts';
import type { Route } from './+types/rpc.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

const procedures = new Map([
  ['log_audit_event', logAuditEvent],
  ['log_failed_auth_attempt', logFailedAuthAttempt],
]);

export async function action({ request, params, context }: Route.ActionArgs) {
  const procedure = procedures.get(params.name);
  if (!procedure) return Response.json({ error: 'This procedure does not exist' }, { status: 404 });
  if (request.method !== 'POST') return methodNotAllowed();
  return procedure(request, context);
}

export function loader({ params }: Route.LoaderArgs) {
  if (procedures.has(params.name)) return methodNotAllowed();
  return Response.json({ error: 'This procedure does not exist' }, { status: 404 });
}

function methodNotAllowed() {
  return Response.json(
    { error: 'Use POST to call a procedure' },
    { status: 405, headers: { Allow: 'POST' } },
  );
}
