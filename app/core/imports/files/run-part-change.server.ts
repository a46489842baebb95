import { type Selectable, sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { STEP_LINES } from './import-limits.ts';
import type { Mapping } from './mapping.ts';
import type { BulkChange } from '#core/part-changes/bulk/bulk-change.ts';
import { changeStep, undoBulkStep } from '#core/part-changes/bulk/bulk-step.server.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import { NO_ADMIN, runSteps, type StepsLeft } from '#core/part-changes/run-steps.server.ts';
import { runAtHalfSpeed } from '#core/platform/run-at-half-speed.server.ts';
import { findImportingSource } from '../sources/delivered.server.ts';
import { applyStep } from './apply-step.server.ts';
import { checkStep } from './check-step.server.ts';
import { readFile, removeFile } from './read-file.server.ts';
import { readCheckCounts } from './read-check-counts.server.ts';
import { undoStep } from './undo-step.server.ts';
import { notePartsWithout } from '../standards/save-findings.server.ts';

interface RunPartChange {
  database: Database;
  siteUrl: string;
  changeId: string;
  isLastAttempt: boolean;
}

/**
 * Reads the file of an import, or checks, applies or undoes the lines of an import or bulk change. Each step is one transaction,
 * with the rights of the admin who started it: it locks the parts, and a sale of one of them waits for it.
 */
export async function runPartChange({
  database,
  siteUrl,
  changeId,
  isLastAttempt,
}: RunPartChange): Promise<void> {
  const started = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('part_changes')
      .select(['user_id', 'state', 'file_bytes'])
      .where('id', '=', changeId)
      .executeTakeFirst(),
  );
  if (!started) return;
  const { user_id: userId } = started;
  if (userId === null) return endPartChange(database, changeId, { error: NO_ADMIN, canUndo: false });
  const admin: UserIdentity = { role: 'authenticated', userId };
  let isReading = started.state === 'reading';
  await runSteps({
    isLastAttempt,
    stop: (error, cause) => endPartChange(database, changeId, { error, canUndo: cause === 'failure' }),
    async step() {
      if (isReading) {
        await readFile({ database, admin, importId: changeId, bytes: Number(started.file_bytes) });
        isReading = false;
      }
      return runAtHalfSpeed(database.as(admin, (transaction) => runStep(transaction, { changeId, siteUrl })));
    },
  });
}

/** Ends a change that an error or lost rights stop. Applied lines stay and can be undone. With all or nothing, an error undoes them. */
export async function endPartChange(
  database: Database,
  changeId: string,
  { error, canUndo }: { error: string; canUndo: boolean },
): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const found = await transaction
      .selectFrom('part_changes')
      .select(['state', 'mode'])
      .where('id', '=', changeId)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return;
    const now = sql<Date>`now()`;
    const update = (values: { state: string; ended_at: typeof now | null }) =>
      transaction
        .updateTable('part_changes')
        .set({ ...values, error })
        .where('id', '=', changeId)
        .execute();
    if (found.state === 'reading' || found.state === 'checking')
      await update({ state: 'failed', ended_at: now });
    else if (found.state === 'applying' && found.mode === 'all' && canUndo)
      await update({ state: 'undoing', ended_at: null });
    else if (found.state === 'applying' || found.state === 'undoing')
      await update({ state: 'ended', ended_at: now });
  });
}

interface Step {
  changeId: string;
  siteUrl: string;
}

async function runStep(transaction: Transaction<DB>, { changeId, siteUrl }: Step): Promise<StepsLeft> {
  const found = await transaction
    .selectFrom('part_changes')
    .selectAll()
    .where('id', '=', changeId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return 'unknown';
  const update = (values: Record<string, unknown>) =>
    transaction.updateTable('part_changes').set(values).where('id', '=', changeId).execute();
  const { kind, state, done, lines } = found;
  const now = sql<Date>`now()`;
  const change = found.change as unknown as BulkChange;
  if (state === 'undoing') {
    const to = found.undo_place ?? done;
    const left = Math.max(0, to - STEP_LINES);
    const undone =
      kind === 'bulk'
        ? await undoBulkStep(transaction, { changeId, change, from: left, to })
        : await undoStep(transaction, { importId: changeId, to });
    await update({
      undo_place: left,
      undone: found.undone + undone,
      ...(left === 0 && { state: 'undone', ended_at: now }),
    });
    return left === 0 ? 'none' : 'some';
  }
  if (state !== 'checking' && state !== 'applying') return 'none';
  const to = Math.min(lines, done + STEP_LINES);
  const counts =
    kind === 'bulk'
      ? await changeStep(transaction, { changeId, change, from: done, to })
      : await importStep(transaction, { found, siteUrl });
  if ('refusedLine' in counts) {
    const error = `Line ${counts.refusedLine} was rejected: ${counts.reason}. All lines were undone.`;
    await update({ state: 'undoing', error });
    return 'some';
  }
  const isLast = to === lines;
  await update({
    done: to,
    added: found.added + counts.added,
    changed: found.changed + counts.changed,
    unchanged: found.unchanged + counts.unchanged,
    refused: found.refused + counts.refused,
    skipped: found.skipped + counts.skipped,
    ...(isLast &&
      (state === 'checking'
        ? { state: 'checked', check_counts: JSON.stringify(await readCheckCounts(transaction, changeId)) }
        : { state: 'ended', ended_at: now })),
  });
  if (isLast && state === 'checking')
    await notePartsWithout(transaction, changeId, (found.mapping as unknown as Mapping).fields);
  if (isLast && state === 'applying') {
    await logAdminAction(transaction, kind === 'bulk' ? 'end_bulk_change' : 'end_part_import', {
      resourceId: changeId,
      resourceType: 'part_changes',
      parts_added: found.added + counts.added,
      parts_changed: found.changed + counts.changed,
      lines_refused: found.refused + counts.refused,
    });
  }
  return isLast ? 'none' : 'some';
}

interface ImportStep {
  found: Selectable<DB['part_changes']>;
  siteUrl: string;
}

/** Checks or applies the next lines of a file. */
async function importStep(transaction: Transaction<DB>, { found, siteUrl }: ImportStep) {
  const { id: importId, state, done: from, mode } = found;
  const supplier = found.supplier ?? '';
  if (state === 'applying') {
    if (from === 0) await removeFile(transaction, importId);
    return applyStep(transaction, { importId, supplier, from, isAllOrNothing: mode === 'all' });
  }
  return checkStep(transaction, {
    importId,
    siteUrl,
    scheduled: await findImportingSource(transaction, importId),
    supplier,
    mapping: found.mapping as unknown as Mapping,
    header: found.header as unknown as string[],
    from,
  });
}
