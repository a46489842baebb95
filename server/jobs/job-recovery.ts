import type { WorkerUtils } from 'graphile-worker';
import type pg from 'pg';
import type { QueueRunner } from './queue-runner.ts';

const CHECK_MS = 3_000;

/** This is about 15 seconds. Counting checks lets workers survive a suspended process or an unreachable database. */
const DEAD_AFTER_CHECKS = 6;

export interface JobRecovery {
  stop(): Promise<void>;
}

interface JobRecoveryOptions {
  pool: pg.Pool;
  utils: WorkerUtils;
  runners: ReadonlySet<QueueRunner>;
  /** Replaces a runner that takes no jobs, or holds one without running it. */
  replace: (runner: QueueRunner) => void;
}

/** Records that the workers of this process are alive, and unlocks the jobs of dead workers. */
export function startJobRecovery({ pool, utils, runners, replace }: JobRecoveryOptions): JobRecovery {
  let counts = new Map<string, number>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let checking = check();

  async function check(): Promise<void> {
    try {
      await pool.query(
        `with deleted as (delete from public.job_workers where alive_at < now() - interval '1 day')
         insert into public.job_workers (id) select unnest($1::text[])
         on conflict (id) do update set alive_at = clock_timestamp()`,
        [[...runners].map(({ id }) => id)],
      );
      const found = await findSuspects(pool, runners);
      counts = new Map([...found.keys()].map((key) => [key, (counts.get(key) ?? 0) + 1]));
      const dead = [...found].filter(([key]) => (counts.get(key) ?? 0) >= DEAD_AFTER_CHECKS);
      for (const runner of new Set(dead.map(([, { runner: own }]) => own))) {
        if (runner) replace(runner);
      }
      await unlockJobs(
        pool,
        utils,
        dead.filter(([, { runner }]) => !runner).map(([, { worker }]) => worker),
      );
    } catch {
      // The database is unreachable or busy. Earlier counts are no longer valid.
      counts = new Map();
    }
    if (!stopped) {
      timer = setTimeout(() => {
        checking = check();
      }, CHECK_MS);
    }
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await checking;
    },
  };
}

/**
 * Finds other processes' workers that hold jobs, and own runners that hold jobs without running them, or take none
 * (graphile-worker 0.17.3 keeps the failure of its first statement). Each has a key that changes with each sign of life.
 */
async function findSuspects(
  pool: pg.Pool,
  runners: ReadonlySet<QueueRunner>,
): Promise<Map<string, { worker: string; runner: QueueRunner | undefined }>> {
  const { rows } = await pool.query<{ job: string; worker: string; alive: string | null }>(
    `select jobs.id as job, jobs.locked_by as worker, workers.alive_at::text as alive from graphile_worker.jobs
     left join public.job_workers as workers on workers.id = jobs.locked_by where jobs.locked_by is not null`,
  );
  const own = new Map([...runners].map((runner) => [runner.id, runner]));
  const suspects = new Map<string, { worker: string; runner: QueueRunner | undefined }>();
  for (const { job, worker, alive } of rows) {
    const runner = own.get(worker);
    if (!runner) suspects.set(`${worker} ${alive}`, { worker, runner });
    else if (!runner.active.has(job)) suspects.set(`${worker} ${job}`, { worker, runner });
  }
  for (const runner of runners) {
    if (runner.isFailing()) suspects.set(`${runner.id} fails`, { worker: runner.id, runner });
  }
  return suspects;
}

export async function unlockJobs(pool: pg.Pool, utils: WorkerUtils, workers: string[]): Promise<void> {
  if (workers.length === 0) return;
  await utils.forceUnlockWorkers(workers);
  await pool.query('delete from public.job_workers where id = any($1)', [workers]);
}

/** Lists every worker that holds jobs or is recorded, for a process that runs alone. */
export async function listWorkers(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select locked_by as id from graphile_worker.jobs where locked_by is not null
     union select id from public.job_workers`,
  );
  return rows.map(({ id }) => id);
}
