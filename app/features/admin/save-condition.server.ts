import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { logAdminAction } from '#audit/server';
import type { DB } from '#db/types.ts';
import { type ConditionColumns, conditionColumns as columns, conditionForm } from '#domain/condition.ts';
import { type FieldChoices, mergeFields } from '#domain/merge-fields.ts';
import type { ActionResult } from '#ui/actions/action-result.ts';

const blankForm = Object.fromEntries(columns.map((column) => [column, '']));

interface SaveCondition {
  id: string;
  /** A missing field stays unchanged. */
  form: Record<string, unknown>;
  /** The condition when the form was opened. Null applies the whole form. */
  seen: Partial<ConditionColumns> | null;
  choices: FieldChoices;
}

/** Adds a condition, or merges the form into it. */
export async function saveCondition(
  transaction: Transaction<DB>,
  { id, form, seen, choices }: SaveCondition,
): Promise<ActionResult> {
  if (id === 'new') {
    const parsed = conditionForm.safeParse({ ...blankForm, ...form });
    if (!parsed.success) return invalid(parsed.error);
    const mine = parsed.data;
    const added = await transaction
      .insertInto('conditions')
      .values(mine)
      .returning('id')
      .executeTakeFirstOrThrow();
    await logAdminAction(transaction, 'add_condition', {
      resourceType: 'conditions',
      resourceId: added.id,
      ...mine,
    });
    return { done: true, message: 'Condition added successfully' };
  }
  const parsed = conditionForm.partial().safeParse(form);
  if (!parsed.success) return invalid(parsed.error);
  const now = await transaction
    .selectFrom('conditions')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!now) return { done: false, message: 'Error saving condition: it has been deleted' };
  const base = seen ?? now;
  const untouched = { ...base, name: base.name?.trim() };
  const { merged, conflicts } = mergeFields({ seen: base, untouched, now, mine: parsed.data, choices });
  if (conflicts.length > 0) return { done: false, conflicts };

  const changed = columns.filter((column) => merged[column] !== now[column]);
  if (changed.length > 0) {
    await transaction.updateTable('conditions').set(merged).where('id', '=', id).execute();
    await logAdminAction(transaction, 'update_condition', {
      resourceType: 'conditions',
      resourceId: id,
      ...merged,
      before: now,
      changed,
    });
  }
  return { done: true, message: 'Condition updated successfully' };
}

function invalid(error: z.ZodError): ActionResult {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[String(path[0])] ??= message;
  return { done: false, errors };
}

/** Deletes a condition. Parts keep its name; the badge turns gray (Spec §3). */
export async function deleteCondition(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const deleted = await transaction
    .deleteFrom('conditions')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (deleted) {
    await logAdminAction(transaction, 'delete_condition', {
      resourceType: 'conditions',
      resourceId: id,
      name: deleted.name,
    });
  }
  return { done: true, message: 'Condition deleted successfully' };
}
