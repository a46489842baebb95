import { Logger as QueueLogger, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';

/** How many jobs one process works on at a time. */
const CONCURRENCY = 3;

export interface Worker {
  /** Jobs under way finish; those that don't are taken up by another process, or after the next start. */
  stop(): Promise<void>;
}

/** Works on the queue until it is stopped. A job that fails is tried again, later each time. */
export async function startWorker(options: { pool: pg.Pool; tasks: TaskList; log: Logger }): Promise<Worker> {
  const { pool, tasks, log } = options;
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
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
