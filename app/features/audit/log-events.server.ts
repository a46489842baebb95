import { sql } from 'kysely';
import { type RouterContextProvider } from 'react-router';
import { isAdminsEvent, isChained, isVisitorsEvent } from '#domain/audit.ts';
import { accountsContext, databaseContext, type Identity, limitsContext, requestContext } from '#services';
import { failedAttemptProblem, readEvents } from './read-events.server.ts';
import { writeEvents } from './write-events.server.ts';

type Context = Readonly<RouterContextProvider>;

/** POST log_audit_event (Spec §7, Remote procedures): one event or a list. Answers with their ids. */
export async function logAuditEvent(request: Request, context: Context): Promise<Response> {
  const read = readEvents(await request.json().catch(() => undefined));
  if ('error' in read) return refusal(400, read.error);
  const { events, many } = read;
  const { from, clientAddress, logError } = context.get(requestContext);
  const refused = await refuseWhenTooMany(context, clientAddress, events.length);
  if (refused) return refused;

  const { user, isAdmin } = await context.get(accountsContext).readVisitor(request);
  if (!events.every((event) => isVisitorsEvent(event) || (isAdmin && isAdminsEvent(event))))
    return refusal(403, 'This event is not for its caller to log');
  const identity: Identity = user ? { role: 'authenticated', userId: user.id, from } : { role: 'anon', from };
  try {
    const ids = await context.get(databaseContext).as(identity, async (transaction) => {
      // A crash may lose unchained events. So the answer need not wait for the disk.
      if (!events.some(({ action }) => isChained(action)))
        await sql`select set_config('synchronous_commit', 'off', true)`.execute(transaction);
      return writeEvents(transaction, events);
    });
    return Response.json(many ? ids : ids[0]);
  } catch (error) {
    // The user lost the admin role meanwhile.
    if ((error as { code?: string }).code === '42501')
      return refusal(403, 'This event is not for its caller to log');
    logError(error);
    return refusal(503, 'The event could not be written');
  }
}

/** POST log_failed_auth_attempt (Spec §7): writes nothing, since the server has written the attempt itself. */
export async function logFailedAuthAttempt(request: Request, context: Context): Promise<Response> {
  const problem = failedAttemptProblem(await request.json().catch(() => undefined));
  if (problem !== undefined) return refusal(400, problem);
  const refused = await refuseWhenTooMany(context, context.get(requestContext).clientAddress, 1);
  return refused ?? Response.json(null);
}

async function refuseWhenTooMany(
  context: Context,
  address: string,
  events: number,
): Promise<Response | undefined> {
  const allowance = await context.get(limitsContext).take('log-event', address, events);
  if (allowance.allowed) return undefined;
  return refusal(429, 'Too many events. Please wait before logging more.', {
    'Retry-After': String(allowance.seconds),
  });
}

function refusal(status: number, error: string, headers: HeadersInit = {}): Response {
  return Response.json({ error }, { status, headers });
}
