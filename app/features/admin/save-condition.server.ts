import type { Transaction } from 'kysely';
import { noteAdminDeed } from '#audit';
import type { DB } from '#db/types.ts';
import { conditionForm } from '#domain/condition.ts';
import type { Deed } from './deed.ts';

/** Adds a condition ('new') or changes one (Spec §5, Condition form). */
export async function saveCondition(
  transaction: Transaction<DB>,
  id: string,
  form: Record<string, unknown>,
): Promise<Deed> {
  const parsed = conditionForm.safeParse(form);
  if (!parsed.success) {
    const errors: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
    return { done: false, errors };
  }
  if (id === 'new') {
    const added = await transaction
      .insertInto('conditions')
      .values(parsed.data)
      .returning('id')
      .executeTakeFirstOrThrow();
    await noteAdminDeed(transaction, 'add_condition', {
      resourceType: 'conditions',
      resourceId: added.id,
      ...parsed.data,
    });
    return { done: true, message: 'Condition added successfully' };
  }
  const changed = await transaction
    .updateTable('conditions')
    .set(parsed.data)
    .where('id', '=', id)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) {
    return { done: false, message: 'Error saving condition: it has been deleted meanwhile' };
  }
  await noteAdminDeed(transaction, 'update_condition', {
    resourceType: 'conditions',
    resourceId: id,
    ...parsed.data,
  });
  return { done: true, message: 'Condition updated successfully' };
}

/** Parts keep the name of a condition that is deleted; its badge turns grey (Spec §3). */
export async function deleteCondition(transaction: Transaction<DB>, id: string): Promise<Deed> {
  const gone = await transaction
    .deleteFrom('conditions')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (gone) {
    await noteAdminDeed(transaction, 'delete_condition', {
      resourceType: 'conditions',
      resourceId: id,
      name: gone.name,
    });
  }
  return { done: true, message: 'Condition deleted successfully' };
}
