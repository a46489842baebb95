import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { type BulkChange, describeBulkChange } from './bulk-change.ts';
import { Refused } from '#core/values/refused.ts';
import { type Selection, selectedIds } from './selection.server.ts';

/** A selection of a million parts takes longer than the default. */
const STATEMENT_TIMEOUT = '2min';

interface Start {
  selection: Selection;
  change: BulkChange;
  /** Replaces the description of what the change does. */
  summary?: string;
}

/** Stores a change of many parts, which a job then makes. Returns the number of parts. See storeBulkChange. */
export async function startBulkChange(
  transaction: Transaction<DB>,
  start: Start & { expected?: number },
): Promise<number> {
  return (await storeBulkChange(transaction, start)).parts;
}

/**
 * Stores a change of many parts, which a job then makes.
 * @param expected Number that the admin has seen.
 * @throws {Refused} if there are more now.
 */
export async function storeBulkChange(
  transaction: Transaction<DB>,
  { selection, change, summary = describeBulkChange(change), expected }: Start & { expected?: number },
): Promise<{ id: string; parts: number }> {
  await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(transaction);
  const { id } = await transaction
    .insertInto('part_changes')
    .values({
      kind: 'bulk',
      change: JSON.stringify(change),
      summary: summary.slice(0, 300),
      mode: 'good',
      state: 'applying',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { numAffectedRows } = await sql`
    insert into part_change_lines (change_id, place, part_id)
    select ${id}, row_number() over (), part_id from (${await selectedIds(transaction, selection)}) as selected`.execute(
    transaction,
  );
  const parts = Number(numAffectedRows ?? 0n);
  if (expected !== undefined && parts > expected) {
    throw new Refused(`there are ${parts} parts now; please check the list again`);
  }
  await transaction.updateTable('part_changes').set({ lines: parts }).where('id', '=', id).execute();
  await logAdminAction(transaction, 'start_bulk_change', {
    resourceId: id,
    resourceType: 'part_changes',
    summary,
    parts,
  });
  return { id, parts };
}
