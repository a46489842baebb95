import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import {
  type ConditionColumns,
  conditionColumns as columns,
  conditionForm,
} from '#core/catalog/condition.ts';
import { type FieldChoices, mergeFields } from '#core/values/merge-fields.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { countSelected } from '#core/part-changes/bulk/selection.server.ts';
import { storeBulkChange } from '#core/part-changes/bulk/start-bulk-change.server.ts';

const blankForm = Object.fromEntries(columns.map((column) => [column, '']));

export const conditionRefusals = { conditions_name_key: 'a condition with this name already exists' };

interface SaveCondition {
  id: string;
  /** A missing field stays unchanged. */
  form: Record<string, unknown>;
  /** Condition when the form was opened. Null applies the whole form. */
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
  const moved = merged.name === now.name ? 0 : (await moveParts(transaction, now.name, merged.name)).parts;
  return { done: true, message: 'Condition updated successfully', ...noteMoved(moved, merged.name) };
}

async function moveParts(
  transaction: Transaction<DB>,
  from: string,
  to: string,
): Promise<{ id: string | null; parts: number }> {
  const selection = { condition: from };
  if ((await countSelected(transaction, selection)) === 0) return { id: null, parts: 0 };
  return storeBulkChange(transaction, {
    selection,
    change: { kind: 'set', values: { part_type: to }, only: { part_type: from } },
    summary: `Condition ${from} is now ${to}`,
  });
}

function noteMoved(parts: number, to: string) {
  return parts > 0 && { note: `${formatPartCount(parts)} will be ${to} in a moment.` };
}

function invalid(error: z.ZodError): ActionResult {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[String(path[0])] ??= message;
  return { done: false, errors };
}

/**
 * Deletes a condition. Parts keep its name and the badge turns gray (Spec §3), unless they get the condition `moveTo`.
 */
export async function deleteCondition(
  transaction: Transaction<DB>,
  { id, moveTo }: { id: string; moveTo: string | undefined },
): Promise<ActionResult> {
  const isKnown =
    moveTo === undefined ||
    (await transaction
      .selectFrom('conditions')
      .select('id')
      .where('name', '=', moveTo)
      .where('id', '<>', id)
      .executeTakeFirst());
  if (!isKnown) return { done: false, message: `Error deleting condition: there is no condition ${moveTo}` };
  const deleted = await transaction
    .deleteFrom('conditions')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  let moved = 0;
  if (deleted) {
    if (moveTo !== undefined) {
      const change = await moveParts(transaction, deleted.name, moveTo);
      moved = change.parts;
      // A trigger keeps deleted conditions.
      await transaction
        .updateTable('deleted_conditions')
        .set({ moved_to: moveTo, change_id: change.id })
        .where('id', '=', id)
        .execute();
    }
    await logAdminAction(transaction, 'delete_condition', {
      resourceType: 'conditions',
      resourceId: id,
      name: deleted.name,
      ...(moveTo !== undefined && { moved_to: moveTo }),
    });
  }
  return {
    done: true,
    message: 'Condition deleted successfully',
    ...(moveTo !== undefined && noteMoved(moved, moveTo)),
  };
}
