import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { hideParts } from '#core/part-changes/part-table.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Advanced, RunStep } from './read-run.server.ts';

const STEP_PARTS = 500;

/**
 * Marks the parts that left the file, in one transaction. Parts stay in the shop if another source still delivers them, or if
 * an admin has shown them again.
 */
export async function markLeft({ database, run, admin }: RunStep): Promise<Advanced> {
  return database.as(admin, async (transaction): Promise<Advanced> => {
    await sql`select set_config('statement_timeout', '2min', true)`.execute(transaction);
    const { numUpdatedRows } = await transaction
      .updateTable('import_runs')
      .set({ state: 'hiding' })
      .where('id', '=', run.id)
      .where('state', '=', run.state)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return 'again';
    await sql`
      update import_source_parts as gone set
        is_listed = false,
        hide_run = case when exists (select from parts_catalog where id = gone.part_id) and not exists (
          select from import_source_parts as other
          where other.part_id = gone.part_id and other.source_id <> gone.source_id and other.is_listed
        ) then ${run.id}::uuid end
      where source_id = ${run.sourceId} and run_id <> ${run.id} and is_listed`.execute(transaction);
    return 'again';
  });
}

/** Hides the marked parts. Parts that a payment holds are hidden when it ends. */
export async function hideLeft({ database, run, admin }: RunStep): Promise<void> {
  let after: string | null = null;
  do {
    const from: string | null = after;
    after = await database.as(admin, (transaction) => hideStep(transaction, run.id, from));
  } while (after !== null);
}

/** Returns the last part of the step. Null means that there are no more. */
async function hideStep(
  transaction: Transaction<DB>,
  runId: string,
  after: string | null,
): Promise<string | null> {
  const rows = await transaction
    .selectFrom('import_source_parts')
    .select('part_id')
    .where('hide_run', '=', runId)
    .$if(after !== null, (query) => query.where('part_id', '>', after))
    .orderBy('part_id')
    .limit(STEP_PARTS)
    .forUpdate()
    .execute();
  const ids = rows.map(({ part_id: id }) => id);
  if (ids.length === 0) return null;
  const hidden = [...(await hideParts(transaction, ids))];
  await transaction
    .updateTable('import_source_parts')
    .set({ hide_run: null, hidden_run: runId })
    .where('hide_run', '=', runId)
    .where(sql<boolean>`part_id = any (${hidden}::uuid[])`)
    .execute();
  // Someone deleted or hid these parts meanwhile.
  await sql`
    update import_source_parts set hide_run = null
    where hide_run = ${runId} and part_id = any (${ids}::uuid[])
      and not exists (select from parts_catalog where id = part_id)`.execute(transaction);
  await sql`update import_runs set hidden = hidden + ${hidden.length} where id = ${runId}`.execute(
    transaction,
  );
  return ids.at(-1) ?? null;
}

/** Hides parts that left a file when a payment held them, and that no payment holds any more. */
export async function hidePending(database: Database): Promise<void> {
  const { rows: runs } = await database.as({ role: 'service_role' }, (transaction) =>
    sql<{ id: string; userId: string }>`
      select distinct run.id, source.user_id as "userId"
      from import_source_parts as waiting
      join import_runs as run on run.id = waiting.hide_run and run.ended_at is not null
      join import_sources as source on source.id = run.source_id and source.user_id is not null
      join parts_catalog as part on part.id = waiting.part_id and part.stock_held = 0
      where waiting.hide_run is not null
      limit 20`.execute(transaction),
  );
  for (const { id, userId } of runs) {
    await database.as({ role: 'authenticated', userId }, async (transaction) => {
      const { rows } = await sql<{ ok: boolean | null }>`select is_admin() as ok`.execute(transaction);
      if (rows[0]?.ok === true) await hideStep(transaction, id, null);
    });
  }
}
