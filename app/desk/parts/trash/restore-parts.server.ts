import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { isPartId } from '#core/catalog/part.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { restoreRows } from '#core/part-changes/bulk/bulk-rows.server.ts';
import { startBulkChange } from '#core/part-changes/bulk/start-bulk-change.server.ts';

/** Restores all parts that were deleted at the same time, in microseconds since 1970. @throws {Refused} */
export async function restoreParts(transaction: Transaction<DB>, at: string): Promise<ActionResult> {
  if (!/^\d{1,17}$/.test(at)) throw new Refused('they are not in the trash');
  const parts = await startBulkChange(transaction, {
    selection: { deletedAt: at },
    change: { kind: 'restore' },
  });
  return { done: true, message: `${formatPartCount(parts)} will be back in a moment.` };
}

/** Restores one part. @throws {Refused} */
export async function restorePart(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  if (!isPartId(id)) throw new Refused('it is not in the trash');
  const restored = await restoreRows(transaction, [id]);
  if (restored.size === 0) {
    const { rows } = await sql`select from deleted_parts where part_id = ${id}`.execute(transaction);
    throw new Refused(
      rows.length > 0 ? 'it already exists, or another part has its stock number' : 'it is not in the trash',
    );
  }
  await logAdminAction(transaction, 'restore_parts', { resourceId: id });
  return { done: true, message: 'Part restored' };
}
