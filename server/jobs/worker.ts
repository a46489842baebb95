import { Logger as QueueLogger, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { freeAbandonedJobs } from './queue.ts';

/** How many jobs one process works on at a time. */
const CONCURRENCY = 3;

/** A job that was taken up so long ago, in seconds, was taken up by a process that is no more. */
const ABANDONED_AFTER = 180;

export interface Worker {
  /** Jobs under way finish; those that don't are taken up by another process, or after the next start. */
  stop(): Promise<void>;
}

export type RegularTasks = Record<string, RegularTask>;

interface RegularTask {
  /** As crontab writes them. */
  times: string;
  /** Done later when no process ran at its time, if that is no longer ago than this: '1d'. */
  madeUpFor?: string;
  task: () => Promise<void>;
}

export interface WorkerOptions {
  pool: pg.Pool;
  tasks: TaskList;
  regularly: RegularTasks;
  log: Logger;
  /** No other process works on this queue: whatever is taken up was taken up by one that is no more. */
  alone: boolean;
}

/** Works on the queue until it is stopped. A job that fails is tried again, later each time. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, tasks, log, alone } = options;
  const regularly = Object.entries<RegularTask>({
    ...options.regularly,
    'free-abandoned-jobs': { times: '* * * * *', task: () => freeAbandonedJobs(pool, ABANDONED_AFTER) },
  });
  await freeAbandonedJobs(pool, alone ? 0 : ABANDONED_AFTER);
  const runner = await run({
    pgPool: pool,
    taskList: { ...tasks, ...Object.fromEntries(regularly.map(([name, { task }]) => [name, task])) },
    crontab: regularly.map(crontabLine).join('\n'),
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    // New jobs are told by the database; this is for those whose time comes.
    pollInterval: 1_000,
    logger: new QueueLogger((scope) => (level, message) => {
      log[level === 'error' ? 'error' : 'debug']({ task: scope.taskIdentifier }, message);
    }),
  });
  return { stop: () => runner.stop() };
}

function crontabLine([name, { times, madeUpFor }]: [string, RegularTask]): string {
  return `${times} ${name}${madeUpFor ? ` ?fill=${madeUpFor}` : ''}`;
}
