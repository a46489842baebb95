import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { isPartId } from '#core/catalog/part.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { restoreRows } from '#core/part-changes/bulk/bulk-rows.server.ts';
import { startBulkChange } from '../start-bulk-change.server.ts';

/** Restores one part (`id`), or all that were deleted at the same time (`at`, in microseconds since 1970). */
export async function restoreParts(
  transaction: Transaction<DB>,
  { id, at }: Record<string, unknown>,
): Promise<ActionResult> {
  if (typeof at === 'string' && /^\d{1,17}$/.test(at)) {
    const parts = await startBulkChange(transaction, {
      selection: { deletedAt: at },
      change: { kind: 'restore' },
    });
    return { done: true, message: `${formatPartCount(parts)} will be back in a moment.` };
  }
  if (typeof id !== 'string' || !isPartId(id)) {
    return { done: false, message: 'Error restoring the part: it is not in the trash' };
  }
  const restored = await restoreRows(transaction, [id]);
  if (restored.size === 0) {
    const { rows } = await sql`select from deleted_parts where part_id = ${id}`.execute(transaction);
    const reason =
      rows.length > 0 ? 'it already exists, or another part has its stock number' : 'it is not in the trash';
    return { done: false, message: `Error restoring the part: ${reason}` };
  }
  await logAdminAction(transaction, 'restore_parts', { resourceId: id });
  return { done: true, message: 'Part restored' };
}
