import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';

const MAX_DEATHS = 2;

const REASON = 'The shop ended unexpectedly twice while it ran.';

interface Work {
  run: () => Promise<void>;
  /** Marks the job's subject as failed, and raises an alert. */
  fail: (reason: string) => Promise<unknown>;
}

/**
 * Runs a job that reads what others sent. If the process died during it twice, it fails instead. A process that stops in
 * order has not died. Other jobs, such as refunds, are tried until they are done.
 */
export async function endAfterDeaths(
  database: Database,
  { job, abortSignal }: JobHelpers,
  { run, fail }: Work,
): Promise<void> {
  const forget = async () => {
    await database.shop.deleteFrom('job_starts').where('job_id', '=', job.id).execute();
  };
  if ((await countStart(database, job.id)) > MAX_DEATHS) {
    await fail(REASON);
    return forget();
  }
  // The process may end before the job does.
  const forgetEarly = () => void forget().catch(() => undefined);
  abortSignal?.addEventListener('abort', forgetEarly);
  try {
    await run();
  } finally {
    abortSignal?.removeEventListener('abort', forgetEarly);
    await forget();
  }
}

async function countStart(database: Database, jobId: string): Promise<number> {
  const { rows } = await sql<{ starts: number }>`
    with old as (delete from job_starts where started_at < now() - interval '30 days')
    insert into job_starts (job_id) values (${jobId})
    on conflict (job_id) do update set starts = job_starts.starts + 1, started_at = now()
    returning starts`.execute(database.shop);
  return rows[0]?.starts ?? 1;
}
