import { setTimeout as wait } from 'node:timers/promises';
import { Logger as QueueLogger, makeWorkerUtils, type Task, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type QueueRunner, startQueueRunner } from './queue-runner.ts';
import { allWorkers, freeJobs, startTakeOver } from './take-over.ts';

/**
 * Each queue has its own places for jobs, so that none waits for another: a mail may take the mail server ten minutes,
 * a crawl as long as the other site takes.
 */
const QUEUES = {
  rest: { concurrency: 3, pollInterval: 1_000 },
  mail: { concurrency: 4, pollInterval: 2_000 },
  crawls: { concurrency: 2, pollInterval: 1_000 },
};

export type QueueName = keyof typeof QUEUES;

/** How long jobs under way may go on when the process stops, and then to end once they are told to; in milliseconds. */
const FINISH_WITHIN = 5_000;
const END_WITHIN = 3_000;

/** How long to wait before a queue that has stopped is started again, in milliseconds. */
const RESTART_AFTER = 1_000;

export interface Worker {
  /** Jobs under way finish; those that don't are done by another process, or after the next start. */
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
  /** The queue of each task. */
  queues: Record<string, QueueName>;
  regularly: RegularTasks;
  log: Logger;
  /** No other process works on these queues: whatever is taken was taken by one that has ended. */
  alone: boolean;
}

/** Works on all queues until it is stopped. A job that fails is tried again, later each time. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, log, alone } = options;
  const stopping = new AbortController();
  const logger = queueLogger(log);
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  if (alone) await freeJobs(pool, utils, await allWorkers(pool));

  /** All that hold jobs: the present one of each queue, and those that finish their last jobs. */
  const runners = new Set<QueueRunner>();
  const present = new Map<QueueName, QueueRunner>();
  let stopped = false;

  async function start(queue: QueueName): Promise<void> {
    const runner = await startQueueRunner({
      ...QUEUES[queue],
      ...workOf(queue, options, stopping.signal),
      pool,
      logger,
    });
    runners.add(runner);
    present.set(queue, runner);
    void runner.ended.then(() => end(queue, runner));
    if (stopped) await runner.stop();
  }

  async function end(queue: QueueName, runner: QueueRunner): Promise<void> {
    runners.delete(runner);
    // If the database is away, its jobs are freed later, like those of any worker that is no more.
    await freeJobs(pool, utils, [runner.id]).catch(() => undefined);
    if (present.get(queue) === runner) await restart(queue);
  }

  async function restart(queue: QueueName): Promise<void> {
    present.delete(queue);
    if (stopped) return;
    try {
      await start(queue);
    } catch (error) {
      log.error(error, 'A queue of jobs cannot be started');
      await wait(RESTART_AFTER);
      await restart(queue);
    }
  }

  function replace(runner: QueueRunner): void {
    const [queue] = [...present].find(([, each]) => each === runner) ?? [];
    if (!queue) return;
    log.warn({ queue }, 'A queue does not work on its jobs, and is started again');
    void restart(queue);
    void runner.stop();
  }

  await Promise.all(Object.keys(QUEUES).map((queue) => start(queue as QueueName)));
  const takeOver = startTakeOver({ pool, utils, runners, replace });
  return {
    async stop() {
      stopped = true;
      const ended = new AbortController();
      const { signal } = ended;
      const allEnded = Promise.all([takeOver.stop(), ...[...runners].map((runner) => runner.stop())]);
      const late = async () => {
        await wait(FINISH_WITHIN, undefined, { signal });
        stopping.abort();
        await wait(END_WITHIN, undefined, { signal });
      };
      await Promise.race([allEnded, late().catch(() => undefined)]);
      ended.abort();
      await utils.release();
    },
  };
}

/** What the runner of a queue does. */
function workOf(queue: QueueName, { tasks, queues, regularly }: WorkerOptions, signal: AbortSignal) {
  const own = Object.entries(tasks).filter(([name]) => queues[name] === queue);
  // By the clock only in one queue.
  const byClock = queue === 'rest' ? Object.entries(regularly) : [];
  return {
    tasks: Object.fromEntries([
      ...own.map(([name, task]) => [name, task && withSignal(task, signal)]),
      ...byClock.map(([name, { task }]) => [name, task]),
    ]) as TaskList,
    crontab: byClock.map(crontabLine).join('\n'),
  };
}

function withSignal(task: Task, abortSignal: AbortSignal): Task {
  return (payload, helpers) => task(payload, { ...helpers, abortSignal });
}

function crontabLine([name, { times, madeUpFor }]: [string, RegularTask]): string {
  return `${times} ${name}${madeUpFor ? ` ?fill=${madeUpFor}` : ''}`;
}

function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message) => {
    log[level === 'error' ? 'error' : 'debug']({ task: scope.taskIdentifier }, message);
  });
}
