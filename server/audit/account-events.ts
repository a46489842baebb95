import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AccountAction } from '#core/audit/audit.ts';
import { clientAddress, type AccountTools } from '../auth/tools.ts';

/** Logs an account event. A failed write is only logged (Spec §8). */
export async function logAccountEvent(
  tools: AccountTools,
  request: Request,
  action: AccountAction,
  userId?: string,
  details: Record<string, string> = {},
): Promise<void> {
  await write(
    tools,
    request,
    sql`select log_audit_event(p_user_id => ${userId ?? null}, p_action => ${action}, p_resource_type => 'auth',
      p_details => ${JSON.stringify(details)}::jsonb)`,
  );
}

export async function logFailedSignIn(tools: AccountTools, request: Request, email: string): Promise<void> {
  await write(tools, request, sql`select log_failed_auth_attempt(p_email => ${email})`);
}

/** Hashes an email in the same way as log_failed_auth_attempt. */
export function hashEmail(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}

/** Writes with the service role: visitors may not write account events. */
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
