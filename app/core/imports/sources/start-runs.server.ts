import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { nextRunTime, type SourceSchedule } from './import-source.ts';
import type { Database } from '#core/platform/database.server.ts';
import { readNow } from '#core/platform/read-now.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { hidePending } from './hide-parts.server.ts';

const BATCH = 50;

/** Starts the runs that are due, and hides parts that a payment held before. Runs each minute. */
export async function startImportRuns(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, startDueRuns);
  await hidePending(database);
}

/**
 * Starts one run of each source that is due, and sets its next time. Other processes skip these sources meanwhile. A source
 * with an open run, or with a key that an admin has to confirm, waits for its next time.
 */
async function startDueRuns(transaction: Transaction<DB>): Promise<void> {
  const due = await transaction
    .selectFrom('import_sources')
    .select(['id', 'schedule', 'daily_at', 'next_run_at', 'seen_host_key'])
    .where('paused_at', 'is', null)
    .where('next_run_at', '<=', sql<Date>`now()`)
    .orderBy('next_run_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return;
  const { timeZone } = (await readSettings(transaction)).business;
  const now = await readNow(transaction);
  for (const source of due) {
    const times = { schedule: source.schedule as SourceSchedule, dailyAt: source.daily_at, timeZone };
    await transaction
      .updateTable('import_sources')
      .set({ next_run_at: nextRunTime(times, source.next_run_at, now) })
      .where('id', '=', source.id)
      .execute();
    if (source.seen_host_key !== null) continue;
    await transaction
      .insertInto('import_runs')
      .values({ source_id: source.id })
      .onConflict((conflict) => conflict.column('source_id').where('ended_at', 'is', null).doNothing())
      .execute();
  }
}
