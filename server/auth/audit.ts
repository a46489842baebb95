import { createHash } from 'node:crypto';
import { sql } from 'kysely';
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
    sql`select log_audit_event(p_user_id => ${userId ?? null}, p_action => ${action}, p_resource_type => 'auth',
      p_details => ${JSON.stringify(details)}::jsonb)`,
  );
}

/** A sign-in that failed, written once and by the server: only it knows. */
export async function noteFailedSignIn(tools: AccountTools, request: Request, email: string): Promise<void> {
  await write(tools, request, sql`select log_failed_auth_attempt(p_email => ${email})`);
}

/** Stands for an e-mail in the audit trail, as in log_failed_auth_attempt. */
export function emailHash(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}

/** As the shop: only it knows what becomes of an account, and no visitor's role may write that. */
async function write(
  { database, log }: AccountTools,
  request: Request,
  statement: ReturnType<typeof sql>,
): Promise<void> {
  const from = { address: clientAddress(request), agent: request.headers.get('User-Agent') };
  try {
    await database.as({ role: 'service_role', from }, (transaction) => statement.execute(transaction));
  } catch (error) {
    log.error(error, 'An audit event could not be written');
  }
}
