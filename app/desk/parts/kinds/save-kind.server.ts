import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { type KindColumns, kindColumns, kindForm, kindKey, splitList } from '#core/catalog/part-kind.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { type FieldChoices, mergeFields } from '#core/values/merge-fields.ts';
import type { DB } from '#db/types.ts';

const blankForm = {
  name: '',
  words: '',
  has_sides: 'false',
  positions: '',
  category: '',
  car_places: '',
  only_for: '',
  yard_code: '',
};

/** Columns that are lists, which the form has as texts. */
const lists = ['words', 'positions', 'car_places', 'only_for'] as const;

const isTaken = 'a kind with this name already exists';

export const kindRefusals = { part_kinds_name_key: isTaken, part_kinds_pkey: isTaken };

interface SaveKind {
  /** Undefined for a new one. */
  key: string | undefined;
  /** A missing field stays unchanged. */
  form: Record<string, unknown>;
  /** The kind when the form was opened. Null applies the whole form. */
  seen: Partial<KindColumns> | null;
  choices: FieldChoices;
}

const NOTE = 'Parts follow in a moment.';

/** Adds a kind, or merges the form into it. A trigger adds the job that finds its parts. */
export async function saveKind(
  transaction: Transaction<DB>,
  { key, form, seen, choices }: SaveKind,
): Promise<ActionResult> {
  if (key === undefined) {
    const parsed = kindForm.safeParse({ ...blankForm, ...form });
    if (!parsed.success) return invalid(parsed.error);
    const added = { key: kindKey(parsed.data.name), ...parsed.data };
    await transaction
      .insertInto('part_kinds')
      .values({ key: added.key, ...toRow(added) })
      .execute();
    await logAdminAction(transaction, 'add_part_kind', {
      resourceType: 'part_kinds',
      resourceId: added.key,
      ...parsed.data,
    });
    return { done: true, message: 'Kind added successfully', note: NOTE };
  }
  const parsed = kindForm.partial().safeParse(form);
  if (!parsed.success) return invalid(parsed.error);
  const stored = await transaction
    .selectFrom('part_kinds')
    .select(kindColumns)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) return { done: false, message: 'Error saving kind: it has been deleted' };
  const texts = Object.fromEntries(lists.map((column) => [column, stored[column].join(', ')]));
  const now = { ...stored, ...(texts as Record<(typeof lists)[number], string>) };
  const base = seen ?? now;
  const { merged, conflicts } = mergeFields({ seen: base, untouched: base, now, mine: parsed.data, choices });
  if (conflicts.length > 0) return { done: false, conflicts };
  const changed = kindColumns.filter((column) => merged[column] !== now[column]);
  if (changed.length === 0) return { done: true, message: 'Kind updated successfully' };
  await transaction.updateTable('part_kinds').set(toRow(merged)).where('key', '=', key).execute();
  await logAdminAction(transaction, 'update_part_kind', {
    resourceType: 'part_kinds',
    resourceId: key,
    ...merged,
    before: now,
    changed,
  });
  return { done: true, message: 'Kind updated successfully', note: NOTE };
}

function toRow(kind: KindColumns) {
  const split = Object.fromEntries(lists.map((column) => [column, splitList(kind[column])]));
  return { ...kind, ...(split as Record<(typeof lists)[number], string[]>) };
}

function invalid(error: z.ZodError): ActionResult {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[String(path[0])] ??= message;
  return { done: false, errors };
}

/** Deletes a kind. Its parts have the kind that their names mean without it. */
export async function deleteKind(transaction: Transaction<DB>, key: string): Promise<ActionResult> {
  const deleted = await transaction
    .deleteFrom('part_kinds')
    .where('key', '=', key)
    .returning('name')
    .executeTakeFirst();
  if (deleted) {
    await logAdminAction(transaction, 'delete_part_kind', {
      resourceType: 'part_kinds',
      resourceId: key,
      name: deleted.name,
    });
  }
  return { done: true, message: 'Kind deleted successfully' };
}
