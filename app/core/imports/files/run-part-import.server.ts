import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { STEP_LINES } from './import-limits.ts';
import type { Mapping } from './mapping.ts';
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

interface RunPartImport {
  database: Database;
  siteUrl: string;
  importId: string;
  isLastAttempt: boolean;
}

/**
 * Reads the file of an import, or checks, applies or undoes its lines. Each step is one transaction, with the rights of the
 * admin who started the import.
 */
export async function runPartImport({
  database,
  siteUrl,
  importId,
  isLastAttempt,
}: RunPartImport): Promise<void> {
  const started = await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .selectFrom('part_imports')
      .select(['user_id', 'state', 'file_bytes'])
      .where('id', '=', importId)
      .executeTakeFirst(),
  );
  if (!started) return;
  const { user_id: userId } = started;
  if (userId === null) return stopPartImport(database, importId, { error: NO_ADMIN, canUndo: false });
  const admin: UserIdentity = { role: 'authenticated', userId };
  let isReading = started.state === 'reading';
  await runSteps({
    isLastAttempt,
    stop: (error, cause) => stopPartImport(database, importId, { error, canUndo: cause === 'failure' }),
    async step() {
      if (isReading) {
        await readFile({ database, admin, importId, bytes: Number(started.file_bytes) });
        isReading = false;
      }
      return runAtHalfSpeed(database.as(admin, (transaction) => runStep(transaction, { importId, siteUrl })));
    },
  });
}

/** Ends an import. Applied lines stay and can be undone. With all or nothing, an error undoes them. */
export async function stopPartImport(
  database: Database,
  importId: string,
  { error, canUndo }: { error: string; canUndo: boolean },
): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const found = await transaction
      .selectFrom('part_imports')
      .select(['state', 'mode'])
      .where('id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return;
    const now = sql<Date>`now()`;
    const update = (values: { state: string; ended_at: typeof now | null }) =>
      transaction
        .updateTable('part_imports')
        .set({ ...values, error })
        .where('id', '=', importId)
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
  importId: string;
  siteUrl: string;
}

async function runStep(transaction: Transaction<DB>, { importId, siteUrl }: Step): Promise<StepsLeft> {
  const found = await transaction
    .selectFrom('part_imports')
    .selectAll()
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return 'unknown';
  const update = (values: Record<string, unknown>) =>
    transaction.updateTable('part_imports').set(values).where('id', '=', importId).execute();
  const { state, done, lines, mode } = found;
  const now = sql<Date>`now()`;
  if (state === 'undoing') {
    const to = found.undo_place ?? done;
    const undone = await undoStep(transaction, { importId, to });
    const left = Math.max(0, to - STEP_LINES);
    await update({
      undo_place: left,
      undone: found.undone + undone,
      ...(left === 0 && { state: 'undone', ended_at: now }),
    });
    return left === 0 ? 'none' : 'some';
  }
  if (state !== 'checking' && state !== 'applying') return 'none';
  if (state === 'applying' && done === 0) await removeFile(transaction, importId);
  const counts =
    state === 'checking'
      ? await checkStep(transaction, {
          importId,
          siteUrl,
          scheduled: await findImportingSource(transaction, importId),
          supplier: found.supplier,
          mapping: found.mapping as unknown as Mapping,
          header: found.header as unknown as string[],
          from: done,
        })
      : await applyStep(transaction, {
          importId,
          supplier: found.supplier,
          from: done,
          isAllOrNothing: mode === 'all',
        });
  if ('refusedLine' in counts) {
    const error = `Line ${counts.refusedLine} was rejected: ${counts.reason}. All lines were undone.`;
    await update({ state: 'undoing', error });
    return 'some';
  }
  const to = Math.min(lines, done + STEP_LINES);
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
        ? { state: 'checked', check_counts: JSON.stringify(await readCheckCounts(transaction, importId)) }
        : { state: 'ended', ended_at: now })),
  });
  if (isLast && state === 'checking')
    await notePartsWithout(transaction, importId, (found.mapping as unknown as Mapping).fields);
  if (isLast && state === 'applying') {
    await logAdminAction(transaction, 'end_part_import', {
      resourceId: importId,
      resourceType: 'part_imports',
      parts_added: found.added + counts.added,
      parts_changed: found.changed + counts.changed,
      lines_refused: found.refused + counts.refused,
    });
  }
  return isLast ? 'none' : 'some';
}
