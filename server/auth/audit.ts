import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Identity } from '#services';
import { clientAddress, type AccountTools } from './tools.ts';

type Action = 'signup_attempt' | 'signup_failed' | 'login_success' | 'logout' | `security_${SecurityEvent}`;

type SecurityEvent =
  | 'password_reset_requested'
  | 'password_change_requested'
  | 'password_changed'
  | 'email_verified'
  | 'second_step_set_up'
  | 'second_step_ended'
  | 'backup_codes_renewed'
  | 'account_deleted';

interface Note {
  action: Action;
  /** Who has done it, by their session. */
  userId?: string | undefined;
  details?: Record<string, string>;
}

/** Writes what happened to an account into the audit trail. A write that fails is only logged (Spec §8). */
export async function note(tools: AccountTools, request: Request, event: Note): Promise<void> {
  const { action, userId, details = {} } = event;
  await write(
    tools,
    request,
    userId === undefined ? { role: 'anon' } : { role: 'authenticated', userId },
    (agent) => sql`
      select log_audit_event(p_action => ${action}, p_resource_type => 'auth',
        p_details => ${JSON.stringify(details)}::jsonb, p_user_agent => ${agent})`,
  );
}

/** A sign-in that failed, written once and by the server: only it knows. */
export async function noteFailedSignIn(tools: AccountTools, request: Request, email: string): Promise<void> {
  await write(
    tools,
    request,
    { role: 'service_role' },
    (agent) => sql`select log_failed_auth_attempt(p_email => ${email}, p_user_agent => ${agent})`,
  );
}

/** Stands for an e-mail in the audit trail, as in log_failed_auth_attempt. */
export function emailHash(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}

async function write(
  { database, log }: AccountTools,
  request: Request,
  identity: Identity,
  statement: (agent: string | null) => ReturnType<typeof sql>,
): Promise<void> {
  try {
    await database.as(identity, async (transaction) => {
      await sql`select set_config('app.client_address', ${clientAddress(request)}, true)`.execute(
        transaction,
      );
      await statement(request.headers.get('User-Agent')).execute(transaction);
    });
  } catch (error) {
    log.error(error, 'An audit event could not be written');
  }
}
