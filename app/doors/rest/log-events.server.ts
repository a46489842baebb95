import { sql } from 'kysely';
import { type RouterContextProvider } from 'react-router';
import { isAdminsEvent, isChained, isVisitorsEvent, markSentByClient } from '#core/audit/audit.ts';
import { accountsContext } from '#core/accounts/accounts.server.ts';
import { databaseContext, type Identity } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { validateFailedAttempt, readEvents } from './read-events.server.ts';
import { writeEvents } from '#core/audit/write-events.server.ts';

type Context = Readonly<RouterContextProvider>;

/** POST log_audit_event (Spec §7): logs one event or a list and returns the ids. */
export async function logAuditEvent(request: Request, context: Context): Promise<Response> {
  const { from, clientAddress, logError } = context.get(requestContext);
  const read = readEvents(await request.json().catch(() => undefined), from.agent);
  if ('error' in read) return respondError(400, read.error);
  const { events, many } = read;
  const limited = await checkLimit(context, clientAddress, events.length);
  if (limited) return limited;

  const { user, role } = await context.get(accountsContext).readVisitor(request);
  if (!events.every((event) => isVisitorsEvent(event) || (role === 'admin' && isAdminsEvent(event))))
    return respondError(403, 'You may not log this event');
  const identity: Identity = user ? { role: 'authenticated', userId: user.id, from } : { role: 'anon', from };
  try {
    const ids = await context.get(databaseContext).as(identity, async (transaction) => {
      // Unchained events may be lost in a crash, so the response does not wait for the disk.
      if (!events.some(({ action }) => isChained(action)))
        await sql`select set_config('synchronous_commit', 'off', true)`.execute(transaction);
      return writeEvents(
        transaction,
        events.map((event) => (isAdminsEvent(event) ? markSentByClient(event) : event)),
      );
    });
    return Response.json(many ? ids : ids[0]);
  } catch (error) {
    // The user has just lost the role.
    if ((error as { code?: string }).code === '42501') return respondError(403, 'You may not log this event');
    logError(error);
    return respondError(503, 'The event could not be saved');
  }
}

/** POST log_failed_auth_attempt (Spec §7): writes nothing, because the server has logged the attempt. */
export async function logFailedAuthAttempt(request: Request, context: Context): Promise<Response> {
  const problem = validateFailedAttempt(await request.json().catch(() => undefined));
  if (problem !== undefined) return respondError(400, problem);
  const limited = await checkLimit(context, context.get(requestContext).clientAddress, 1);
  return limited ?? Response.json(null);
}

async function checkLimit(context: Context, address: string, events: number): Promise<Response | undefined> {
  const allowance = await context.get(limitsContext).take('log-event', address, events);
  if (allowance.allowed) return undefined;
  return respondError(429, 'Too many events. Please wait before logging more.', {
    'Retry-After': String(allowance.seconds),
  });
}

function respondError(status: number, error: string, headers: HeadersInit = {}): Response {
  return Response.json({ error }, { status, headers });
}
