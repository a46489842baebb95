import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { readFields } from '#core/catalog/part-form.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { countSelected } from '#core/part-changes/bulk/selection.server.ts';
import { startBulkChange } from '#core/part-changes/bulk/start-bulk-change.server.ts';

interface RenameCategory {
  name: string;
  /** Name as typed. The name of another category merges the two. */
  newName: string;
}

/** Moves all parts of a category. It disappears with its last part (Spec §4). */
export async function renameCategory(
  transaction: Transaction<DB>,
  { name, newName }: RenameCategory,
): Promise<ActionResult> {
  const { values, errors } = readFields({ category: newName }, ['category']);
  const { category } = values;
  if (errors.category !== undefined || typeof category !== 'string') {
    return { done: false, errors: { new_name: errors.category ?? '' } };
  }
  if (category === name) return { done: false, errors: { new_name: 'It already has this name' } };
  const selection = { category: name };
  const parts = await countSelected(transaction, selection);
  if (parts === 0) return { done: false, message: `Error renaming category: "${name}" has no parts` };
  await startBulkChange(transaction, {
    selection,
    change: { kind: 'set', values: { category }, only: { category: name } },
    summary: `Category ${name} is now ${category}`,
  });
  return {
    done: true,
    message: `${formatPartCount(parts)} will be in "${category}" in a moment.`,
  };
}
