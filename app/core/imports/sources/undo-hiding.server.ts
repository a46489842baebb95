import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { hideParts, showParts } from '#core/part-changes/part-table.server.ts';
import type { Advanced, Run, RunStep } from './read-run.server.ts';

const STEP_PARTS = 500;

/**
 * Shows the parts that the run has hidden, hides those it has shown, and pauses the source. Runs after the import was undone.
 */
export async function undoHiding({ database, run, admin }: RunStep): Promise<Advanced> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .updateTable('import_sources')
      .set({
        paused_at: sql<Date>`coalesce(paused_at, now())`,
        problem: 'A run was undone. Resume the import when the file is right',
      })
      .where('id', '=', run.sourceId)
      .execute(),
  );
  for (const column of ['hidden_run', 'shown_run'] as const) {
    let after: string | null = null;
    do {
      const from: string | null = after;
      after = await database.as(admin, (transaction) => undoStep(transaction, { run, column, after: from }));
    } while (after !== null);
  }
  await database.as(admin, async (transaction) => {
    await transaction
      .updateTable('import_source_parts')
      .set({ hide_run: null, is_listed: true })
      .where('hide_run', '=', run.id)
      .execute();
    // The parts no longer have what this file had, so the next one counts as the first.
    await transaction
      .updateTable('import_source_parts')
      .set({ delivered: null })
      .where('source_id', '=', run.sourceId)
      .where('run_id', '=', run.id)
      .execute();
    await transaction.updateTable('import_runs').set({ state: 'undone' }).where('id', '=', run.id).execute();
  });
  return 'wait';
}

interface UndoStep {
  run: Run;
  column: 'hidden_run' | 'shown_run';
  after: string | null;
}

async function undoStep(
  transaction: Transaction<DB>,
  { run, column, after }: UndoStep,
): Promise<string | null> {
  const rows = await transaction
    .selectFrom('import_source_parts')
    .select('part_id')
    .where(column, '=', run.id)
    .$if(after !== null, (query) => query.where('part_id', '>', after))
    .orderBy('part_id')
    .limit(STEP_PARTS)
    .forUpdate()
    .execute();
  const ids = rows.map(({ part_id: id }) => id);
  if (ids.length === 0) return null;
  const isShown = column === 'hidden_run';
  const moved = [...(await (isShown ? showParts : hideParts)(transaction, ids))];
  await transaction
    .updateTable('import_source_parts')
    .set(
      isShown
        ? { hidden_run: null, is_listed: true }
        : // An earlier run had hidden it.
          { shown_run: null, hidden_run: run.sourceId, is_listed: false },
    )
    .where(column, '=', run.id)
    .where(sql<boolean>`part_id = any (${moved}::uuid[])`)
    .execute();
  return ids.at(-1) ?? null;
}
