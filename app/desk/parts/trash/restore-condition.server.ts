import type { Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { undoPartChange } from '#core/part-changes/undo-part-change.server.ts';

/** Restores a deleted condition. Parts that became another one with its deletion get it back, if they were not changed since. @throws {Refused} */
export async function restoreCondition(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const deleted = isId(id)
    ? await transaction
        .selectFrom('deleted_conditions')
        .select(['id', 'name', 'color_class', 'sort_order', 'change_id'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (!deleted) throw new Refused('it is not in the trash');
  const { name, color_class, sort_order, change_id: changeId } = deleted;
  const change =
    changeId === null
      ? undefined
      : await transaction
          .selectFrom('part_changes')
          .select(['state', 'changed'])
          .where('id', '=', changeId)
          .forUpdate()
          .executeTakeFirst();
  if (change?.state === 'applying')
    throw new Refused('its parts are still being changed. Please try again in a moment');
  const restored = await transaction
    .insertInto('conditions')
    .values({ name, color_class, sort_order })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!restored) throw new Refused(`there is a condition ${name}`);
  await transaction.deleteFrom('deleted_conditions').where('id', '=', deleted.id).execute();
  await logAdminAction(transaction, 'restore_condition', {
    resourceType: 'conditions',
    resourceId: restored.id,
    name,
  });
  if (changeId === null || change?.state !== 'ended' || change.changed === 0)
    return { done: true, message: 'Condition restored' };
  await undoPartChange(transaction, changeId);
  return {
    done: true,
    message: `Condition restored. ${formatPartCount(change.changed)} will be ${name} again in a moment, unless they were changed again.`,
  };
}
