import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

const byMe = { user_id: sql<string>`auth.uid()` };

/**
 * Starts to undo a bulk change or import that has ended. Parts that were sold or changed since stay as they are. What was restored
 * from the trash can't be undone. @throws {Refused}
 */
export async function undoPartChange(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const undone = await transaction
    .updateTable('part_changes')
    .set({ ...byMe, state: 'undoing', ended_at: null, error: null })
    .where('id', '=', id)
    .where('state', '=', 'ended')
    .where(sql<boolean>`change ->> 'kind' is distinct from 'restore'`)
    .returning(['summary', 'file_name'])
    .executeTakeFirst();
  if (!undone) throw new Refused("it doesn't exist or hasn't ended");
  const { summary, file_name: file } = undone;
  await logAdminAction(transaction, summary === null ? 'undo_part_import' : 'undo_bulk_change', {
    resourceId: id,
    resourceType: 'part_changes',
    ...(summary === null ? { file_name: file } : { summary }),
  });
  return { done: true, message: summary === null ? `Undoing the import of ${file}` : `Undoing: ${summary}` };
}

/** Stops applying. Applied lines can be undone; with all or nothing, they are undone at once. @throws {Refused} */
async function stopPartChange(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const found = await transaction
    .selectFrom('part_changes')
    .select(['kind', 'mode'])
    .where('id', '=', id)
    .where('state', '=', 'applying')
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refused('it has already ended');
  const isUndone = found.mode === 'all';
  await transaction
    .updateTable('part_changes')
    .set({
      ...byMe,
      state: isUndone ? 'undoing' : 'ended',
      ended_at: isUndone ? null : sql<Date>`now()`,
      error: 'It was stopped.',
    })
    .where('id', '=', id)
    .execute();
  const what = `The ${found.kind === 'bulk' ? 'change' : 'import'} was stopped`;
  return { done: true, message: isUndone ? `${what} and is undone` : what };
}

/** Intent of a form -> what it does to a change of many parts. */
export const changeIntents = { undo: undoPartChange, stop: stopPartChange } as const;
