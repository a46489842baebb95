import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#audit/server';
import type { DB } from '#db/types.ts';
import type { ActionResult } from './action-result.ts';

/** Thrown to take everything back. */
export class MorePartsThanConfirmed extends Error {
  override readonly name = 'MorePartsThanConfirmed';
}

/** A category of a million parts takes longer than any page may. */
const PATIENCE = '10min';

interface Wanted {
  name: string;
  /** How many parts the question named. */
  confirmed: number;
}

/** Deletes all parts of a category, but never more of them than the admin was asked about (Spec §4, Category lifecycle). */
export async function deleteCategory(
  transaction: Transaction<DB>,
  { name, confirmed }: Wanted,
): Promise<ActionResult> {
  await sql`select set_config('statement_timeout', ${PATIENCE}, true)`.execute(transaction);
  const { numDeletedRows } = await transaction
    .deleteFrom('parts_catalog')
    .where('category', '=', name)
    .executeTakeFirst();
  const deleted = Number(numDeletedRows);
  if (deleted > confirmed) {
    throw new MorePartsThanConfirmed(`it has ${deleted} parts by now; please look again`);
  }
  // An unused one only shows a message: no data changes.
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
