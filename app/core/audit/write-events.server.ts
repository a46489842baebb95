import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { AuditEvent } from './audit.ts';

/**
 * Logs in the action's transaction (Spec §6), which has the user, address and user agent.
 * @param action A verb and its object, such as 'add_part'.
 */
export async function logAdminAction(
  transaction: Transaction<DB>,
  action: string,
  {
    resourceType = 'parts_catalog',
    resourceId = null,
    ...details
  }: { resourceType?: string; resourceId?: string | null } & Record<string, unknown>,
): Promise<void> {
  await writeEvents(transaction, [
    {
      action: `admin_${action}`,
      resourceType,
      resourceId,
      details: { admin_action: true, ...details },
    },
  ]);
}

/** Returns the ids in order. */
export async function writeEvents(
  transaction: Transaction<DB>,
  events: readonly AuditEvent[],
): Promise<string[]> {
  const sent = JSON.stringify(
    events.map(({ action, resourceType, resourceId, details }, position) => ({
      position,
      action,
      resource_type: resourceType,
      resource_id: resourceId,
      details,
    })),
  );
  const { rows } = await sql<{ id: string }>`
    select log_audit_event(p_action => action, p_resource_type => resource_type, p_resource_id => resource_id,
      p_details => details) as id
    from (
      select * from jsonb_to_recordset(${sent}::jsonb)
        as event (position integer, action text, resource_type text, resource_id text, details jsonb)
      order by position
    ) as event`.execute(transaction);
  return rows.map(({ id }) => id);
}
