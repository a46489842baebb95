import { EventEmitter } from 'node:events';
import {
  type Logger as QueueLogger,
  parseCrontab,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';

/** Works on one queue of jobs. */
export interface QueueRunner {
  /** Who it is in graphile_worker.jobs.locked_by. */
  id: string;
  /** The ids of the jobs that it works on. */
  active: ReadonlySet<string>;
  /** Settles when it works no more, for whatever reason. */
  ended: Promise<void>;
  /** Takes no more jobs, and settles when those under way have ended. */
  stop(): Promise<void>;
}

export interface QueueRunnerOptions {
  pool: pg.Pool;
  tasks: TaskList;
  /** Lines of a crontab. */
  crontab: string;
  /** How many jobs it works on at a time. */
  concurrency: number;
  /** How often it looks for jobs whose time has come, in milliseconds. New jobs are announced by the database. */
  pollInterval: number;
  logger: QueueLogger;
}

/** setTimeout takes no more. */
const NEVER = 2 ** 31 - 1;

/** @throws when the database can't be reached. Later it waits for a database that is away. */
export async function startQueueRunner(options: QueueRunnerOptions): Promise<QueueRunner> {
  const { pool, tasks, crontab, concurrency, pollInterval, logger } = options;
  const events: WorkerEvents = new EventEmitter();
  const ended = new Promise<void>((resolve) => {
    events.once('pool:release', () => resolve());
  });
  let id = '';
  events.on('pool:create', ({ workerPool }) => {
    ({ id } = workerPool);
  });
  const active = new Set<string>();
  events.on('job:start', ({ job }) => active.add(job.id));
  events.on('job:complete', ({ job }) => active.delete(job.id));
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: parseCrontab(crontab),
    concurrency,
    pollInterval,
    logger,
    events,
    noHandleSignals: true,
    // The signal of the whole worker aborts jobs: a runner may also end alone, and its jobs then go on.
    gracefulShutdownAbortTimeout: NEVER,
    // Batches, even without a delay, are tried again while the database is away. Else a job that is done stays locked.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const reportEnd = (error: Error) => logger.error(`A queue of jobs has ended: ${error.message}`);
  runner.promise.catch(reportEnd);
  let stopped = false;
  return {
    id,
    active,
    ended,
    stop() {
      if (!stopped) runner.stop().catch(reportEnd);
      stopped = true;
      return ended;
    },
  };
}
