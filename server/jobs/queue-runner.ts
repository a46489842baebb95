import { EventEmitter } from 'node:events';
import {
  type Logger as QueueLogger,
  parseCrontab,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';

export interface QueueRunner {
  /** Its id in graphile_worker.jobs.locked_by. */
  id: string;
  /** Id of each running job -> its queue. */
  active: ReadonlyMap<string, string>;
  /** True if its last poll failed. */
  isFailing(): boolean;
  ended: Promise<void>;
  /** Stops taking jobs, and settles when running jobs have ended. */
  stop(): Promise<void>;
}

export interface QueueRunnerOptions {
  pool: pg.Pool;
  tasks: TaskList;
  crontab: string;
  /** Task -> queue. The database's add_job flags a job with its task. Jobs of the crontab have no flag. */
  queueOf: ReadonlyMap<string, string>;
  /** Maximum concurrent jobs of each queue. */
  limits: Readonly<Record<string, number>>;
  /** Milliseconds between polls for scheduled jobs. The database announces new jobs. */
  pollInterval: number;
  logger: QueueLogger;
}

/** The maximum delay of setTimeout. */
const NEVER_MS = 2 ** 31 - 1;

const END_POLL_MS = 1_000;

/** Starts a runner, which ends if it can't record a finished job. @throws if the database is unreachable. */
export async function startQueueRunner(options: QueueRunnerOptions): Promise<QueueRunner> {
  const { pool, tasks, crontab, queueOf, limits, pollInterval, logger } = options;
  const events: WorkerEvents = new EventEmitter();
  const active = new Map<string, string>();
  let failing = false;
  /** Counts workers whose next job is not known yet. Each of them could get a job of any queue. */
  let asking = 0;
  let id = '';
  events.on('pool:create', ({ workerPool }) => {
    ({ id } = workerPool);
  });
  events.on('job:start', ({ job }) => active.set(job.id, queueOf.get(job.task_identifier) ?? ''));
  events.on('job:complete', ({ job }) => active.delete(job.id));
  for (const outcome of ['job:start', 'worker:getJob:empty', 'worker:getJob:error'] as const) {
    events.on(outcome, () => {
      asking -= 1;
      failing = outcome === 'worker:getJob:error';
    });
  }
  const isFull = (queue: string) =>
    asking + [...active.values()].filter((each) => each === queue).length >= (limits[queue] ?? 1);
  const listForbidden = () => {
    const full = new Set(Object.keys(limits).filter(isFull));
    asking += 1;
    return [...queueOf].filter(([, queue]) => full.has(queue)).map(([task]) => task);
  };
  const ended = waitForEnd(events, active);

  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: parseCrontab(crontab),
    concurrency: Object.values(limits).reduce((sum, limit) => sum + limit, 0),
    forbiddenFlags: listForbidden,
    pollInterval,
    logger,
    events,
    noHandleSignals: true,
    // The signal of the whole worker aborts jobs. The jobs of a runner that ends alone continue.
    gracefulShutdownAbortTimeout: NEVER_MS,
    // With batches, even without a delay, the runner ends if the database rejects a result. Without them, graphile-
    // worker 0.17.3 leaves the job locked and the rejection unhandled.
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
  // This stops its cron, too.
  void ended.then(stop);
  return { id, active, isFailing: () => failing, ended, stop };
}

/** Settles even after the last job: after two failed batches, graphile-worker 0.17.3 reports no end. */
function waitForEnd(events: WorkerEvents, active: ReadonlyMap<string, string>): Promise<void> {
  return new Promise((resolve) => {
    events.once('pool:release', () => resolve());
    events.once('pool:gracefulShutdown', () => {
      const timer = setInterval(() => {
        if (active.size > 0) return;
        clearInterval(timer);
        resolve();
      }, END_POLL_MS);
    });
  });
}
