import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

/** A category with a million parts takes longer than the default. */
const STATEMENT_TIMEOUT = '10min';

interface DeleteCategory {
  name: string;
  confirmed: number;
}

/** Deletes a category's parts (Spec §4). @throws {Refused} if there are more now. */
export async function deleteCategory(
  transaction: Transaction<DB>,
  { name, confirmed }: DeleteCategory,
): Promise<ActionResult> {
  await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(transaction);
  const { numDeletedRows } = await transaction
    .deleteFrom('parts_catalog')
    .where('category', '=', name)
    .executeTakeFirst();
  const deleted = Number(numDeletedRows);
  if (deleted > confirmed) {
    throw new Refused(`it now has ${deleted} parts; please check the list again`);
  }
  // An empty category changes no data.
  if (deleted > 0) {
    await logAdminAction(transaction, 'delete_category', { category: name, parts_deleted: deleted });
  }
  return {
    done: true,
    message:
      deleted === 0
        ? `Category "${name}" is now unused and will no longer appear in the system.`
        : `Category "${name}" and all ${deleted} part(s) have been deleted successfully.`,
  };
}
