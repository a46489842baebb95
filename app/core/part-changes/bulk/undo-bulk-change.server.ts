import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

/** Starts to undo a change that has ended. Parts that were changed since stay as they are. @throws {Refused} */
export async function undoBulkChange(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const undone = await transaction
    .updateTable('bulk_changes')
    .set({ state: 'undoing', ended_at: null, error: null, user_id: sql<string>`auth.uid()` })
    .where('id', '=', id)
    .where('state', '=', 'ended')
    .returning(['summary', 'changed'])
    .executeTakeFirst();
  if (!undone) throw new Refused("it doesn't exist or hasn't ended");
  await logAdminAction(transaction, 'undo_bulk_change', {
    resourceId: id,
    resourceType: 'bulk_changes',
    summary: undone.summary,
  });
  return { done: true, message: `Undoing: ${undone.summary}` };
}

/** Stops a running change. What was changed can be undone. @throws {Refused} */
export async function stopBulkChange(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const stopped = await transaction
    .updateTable('bulk_changes')
    .set({
      state: 'ended',
      ended_at: sql<Date>`now()`,
      error: 'It was stopped.',
      user_id: sql<string>`auth.uid()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  if (!stopped) throw new Refused('it has already ended');
  return { done: true, message: 'The change was stopped' };
}
