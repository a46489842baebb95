import type { WorkerUtils } from 'graphile-worker';
import type pg from 'pg';
import type { QueueRunner } from './queue-runner.ts';

/** How often a process shows that it is alive and looks at the others, in milliseconds. */
const LOOK_EVERY = 3_000;

/**
 * How many looks in a row must find the same before a worker is taken for dead: about 15 seconds. Looks are counted,
 * not seconds, and a look that fails starts the count again: a process that was suspended, or a database that was away
 * from everybody, makes nobody look dead.
 */
const LOOKS = 6;

export interface TakeOver {
  stop(): Promise<void>;
}

interface TakeOverOptions {
  pool: pg.Pool;
  utils: WorkerUtils;
  /** Those of this process. */
  runners: ReadonlySet<QueueRunner>;
  /** Replaces a runner that takes no jobs, or that holds one without working on it. */
  replace: (runner: QueueRunner) => void;
}

/** Shows that the workers of this process are alive, and frees the jobs of workers that are not. */
export function startTakeOver({ pool, utils, runners, replace }: TakeOverOptions): TakeOver {
  let counts = new Map<string, number>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = look();

  async function look(): Promise<void> {
    try {
      await pool.query(
        `with forgotten as (delete from public.job_workers where alive_at < now() - interval '1 day')
         insert into public.job_workers (id) select unnest($1::text[])
         on conflict (id) do update set alive_at = clock_timestamp()`,
        [[...runners].map(({ id }) => id)],
      );
      const found = await findSuspects(pool, runners);
      counts = new Map([...found.keys()].map((sign) => [sign, (counts.get(sign) ?? 0) + 1]));
      const sure = [...found].filter(([sign]) => (counts.get(sign) ?? 0) >= LOOKS);
      for (const runner of new Set(sure.map(([, { runner: own }]) => own))) {
        if (runner) replace(runner);
      }
      await freeJobs(
        pool,
        utils,
        sure.filter(([, { runner }]) => !runner).map(([, { worker }]) => worker),
      );
    } catch {
      // The database is away or busy. What was counted before says nothing about afterwards.
      counts = new Map();
    }
    if (!stopped) {
      timer = setTimeout(() => {
        looking = look();
      }, LOOK_EVERY);
    }
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/**
 * What may turn out to be dead, by a text that changes with each sign of life: workers of other processes that hold
 * jobs; jobs that a runner of this process holds without working on them (the connection broke while it took them);
 * and runners that take no jobs though the database answers (graphile-worker 0.17.3 keeps the failure of its first
 * statement for good).
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

/** Frees all jobs that workers which work no more had taken, and forgets these workers. */
export async function freeJobs(pool: pg.Pool, utils: WorkerUtils, workers: string[]): Promise<void> {
  if (workers.length === 0) return;
  await utils.forceUnlockWorkers(workers);
  await pool.query('delete from public.job_workers where id = any($1)', [workers]);
}

/** Every worker that holds jobs or has ever shown that it is alive, for a process that knows itself to be alone. */
export async function allWorkers(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select locked_by as id from graphile_worker.jobs where locked_by is not null
     union select id from public.job_workers`,
  );
  return rows.map(({ id }) => id);
}
