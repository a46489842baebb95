import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { AuditEvent } from '#domain/audit.ts';

type AdminDeed =
  | 'add_part'
  | 'update_part'
  | 'delete_part'
  | 'store_picture'
  | 'add_condition'
  | 'update_condition'
  | 'delete_condition'
  | 'delete_category'
  | 'settle_alert'
  | 'start_crawl'
  | 'cancel_crawl'
  | 'import_catalog'
  | 'accept_import_changes'
  | 'undo_import';

/**
 * Notes what an admin did in the transaction of the deed: both are there, or neither (Spec §6: admin_{action}, with a
 * flag). Who, and from where, come from the transaction.
 */
export async function noteAdminDeed(
  transaction: Transaction<DB>,
  deed: AdminDeed,
  {
    resourceType = 'parts_catalog',
    resourceId = null,
    ...details
  }: { resourceType?: string; resourceId?: string | null } & Record<string, unknown>,
): Promise<void> {
  await writeEvents(transaction, [
    {
      action: `admin_${deed}`,
      resourceType,
      resourceId,
      details: { admin_action: true, ...details },
    },
  ]);
}

/** Writes events in one statement; returns their ids in the order in which they came. */
export async function writeEvents(
  transaction: Transaction<DB>,
  events: readonly AuditEvent[],
): Promise<string[]> {
  const sent = JSON.stringify(
    events.map(({ action, resourceType, resourceId, details }, place) => ({
      place,
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
        as event (place integer, action text, resource_type text, resource_id text, details jsonb)
      order by place
    ) as event`.execute(transaction);
  return rows.map(({ id }) => id);
}
