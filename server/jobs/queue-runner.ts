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
  /** Whether its last look for a job failed. */
  isFailing(): boolean;
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

/** How often a runner that ends is looked at, in milliseconds. */
const ENDING_LOOK = 1_000;

/**
 * Starts a runner. It ends by itself when a job that is done can't be recorded as done.
 *
 * @throws when the database can't be reached.
 */
export async function startQueueRunner(options: QueueRunnerOptions): Promise<QueueRunner> {
  const { pool, tasks, crontab, concurrency, pollInterval, logger } = options;
  const events: WorkerEvents = new EventEmitter();
  const active = new Set<string>();
  let failing = false;
  let id = '';
  events.on('pool:create', ({ workerPool }) => {
    ({ id } = workerPool);
  });
  events.on('job:start', ({ job }) => active.add(job.id));
  events.on('job:complete', ({ job }) => active.delete(job.id));
  events.on('worker:getJob:error', () => {
    failing = true;
  });
  for (const success of ['job:start', 'worker:getJob:empty'] as const) {
    events.on(success, () => {
      failing = false;
    });
  }
  const ended = endOf(events, active);

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
    // Batches, even without a delay, end the runner when the database does not take them. Else graphile-worker 0.17.3
    // ignores that: the job stays locked, and the rejection is unhandled.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const reportEnd = (error: Error) => logger.error(`A queue of jobs has ended: ${error.message}`);
  runner.promise.catch(reportEnd);
  let stopped = false;
  const stop = () => {
    if (!stopped) runner.stop().catch(reportEnd);
    stopped = true;
    return ended;
  };
  // Its clock, too.
  void ended.then(stop);
  return { id, active, isFailing: () => failing, ended, stop };
}

/**
 * Settles when a runner has ended, or has taken its last job and finished it: after two failed batches graphile-worker
 * 0.17.3 never says that it has ended.
 */
function endOf(events: WorkerEvents, active: ReadonlySet<string>): Promise<void> {
  return new Promise((resolve) => {
    events.once('pool:release', () => resolve());
    events.once('pool:gracefulShutdown', () => {
      const looking = setInterval(() => {
        if (active.size > 0) return;
        clearInterval(looking);
        resolve();
      }, ENDING_LOOK);
    });
  });
}
