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

interface AuthEvent {
  action: Action;
  userId?: string | undefined;
  details?: Record<string, string>;
}

/** Writes an event of an account to the audit trail. Only logs a failure (Spec §8). */
export async function recordEvent(tools: AccountTools, request: Request, event: AuthEvent): Promise<void> {
  const { action, userId, details = {} } = event;
  await write(
    tools,
    request,
    sql`select log_audit_event(p_user_id => ${userId ?? null}, p_action => ${action}, p_resource_type => 'auth',
      p_details => ${JSON.stringify(details)}::jsonb)`,
  );
}

export async function recordFailedSignIn(
  tools: AccountTools,
  request: Request,
  email: string,
): Promise<void> {
  await write(tools, request, sql`select log_failed_auth_attempt(p_email => ${email})`);
}

/** Hashes an email for the audit trail, like log_failed_auth_attempt. */
export function hashEmail(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}

/** Writes as the shop, because visitors' roles may not write these events. */
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
