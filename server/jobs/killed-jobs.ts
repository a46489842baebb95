import { setTimeout as wait } from 'node:timers/promises';
import type { Task } from 'graphile-worker';
import type pg from 'pg';
import { createTurns } from '#services/turns.server.ts';

/** After so many deaths of its process, a job is given up. Constraint job_deaths_range. */
const MAX_DEATHS = 2;

/** Long jobs let short ones that ran at the same death go first. */
const LONG_WAIT_MS = 3_000;

const waitForTurn = createTurns(1);

/**
 * Notes which jobs ran when their processes died, except for those that were stopped in order. Does nothing the second time.
 * Call it before the jobs are unlocked.
 */
export async function noteDeaths(pool: pg.Pool, workers: readonly string[]): Promise<void> {
  await pool.query(
    `insert into public.job_deaths as death (job_id)
     select jobs.id from graphile_worker.jobs
     left join public.job_workers as worker on worker.id = jobs.locked_by
     where jobs.locked_by = any($1) and worker.stopped is not true
     on conflict (job_id) do update
       set deaths = least(death.deaths + death.is_alone::int, ${MAX_DEATHS}), is_alone = false`,
    [workers],
  );
  await pool.query(
    `delete from public.job_deaths as death
     where not exists (select from graphile_worker.jobs where jobs.id = death.job_id)`,
  );
}

/** Notes that a process stops in order, and that jobs which it does not finish have not killed it. */
export async function noteStop(pool: pg.Pool, workers: readonly string[]): Promise<void> {
  await pool.query('update public.job_workers set stopped = true where id = any($1)', [workers]);
  await pool.query(
    `update public.job_deaths set is_alone = false
     where is_alone and job_id in (select id from graphile_worker.jobs where locked_by = any($1))`,
    [workers],
  );
}

interface Watched {
  pool: pg.Pool;
  isLong: boolean;
  /** Runs in place of the task when the job is given up. */
  giveUp: Task;
}

/** Runs a job, but one whose process died before alone among its like, and one whose process died twice not at all. */
export function watchDeaths(task: Task, { pool, isLong, giveUp }: Watched): Task {
  return async (payload, helpers) => {
    const { id, attempts } = helpers.job;
    // Each start counts as an attempt.
    const deaths = attempts > 1 ? await countDeaths(pool, id) : 0;
    if (deaths === 0) return task(payload, helpers);
    const forget = () => pool.query('delete from public.job_deaths where job_id = $1', [id]);
    if (deaths >= MAX_DEATHS) {
      await giveUp(payload, helpers);
      await forget();
      return undefined;
    }
    if (isLong) await wait(LONG_WAIT_MS, undefined, { signal: helpers.abortSignal });
    const endTurn = await waitForTurn();
    try {
      helpers.abortSignal?.throwIfAborted();
      await pool.query('update public.job_deaths set is_alone = true where job_id = $1', [id]);
      return await task(payload, helpers);
    } finally {
      try {
        // It has come to its end, or to an error, without killing the process.
        if (!helpers.abortSignal?.aborted) await forget();
      } finally {
        endTurn();
      }
    }
  };
}

async function countDeaths(pool: pg.Pool, job: string): Promise<number> {
  const { rows } = await pool.query<{ deaths: number }>(
    'select deaths from public.job_deaths where job_id = $1',
    [job],
  );
  return rows[0]?.deaths ?? 0;
}
