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

  const runners = new Set<QueueRunner>();
  const queueOf = new Map<QueueRunner, QueueName>();
  let stopped = false;

  async function work(queue: QueueName): Promise<void> {
    const runner = await startQueueRunner({
      ...QUEUES[queue],
      ...workOf(queue, options, stopping.signal),
      pool,
      logger,
    });
    runners.add(runner);
    queueOf.set(runner, queue);
    void runner.ended.then(() => end(runner));
    if (stopped) await runner.stop();
  }

  async function end(runner: QueueRunner): Promise<void> {
    runners.delete(runner);
    // If the database is away, its jobs are freed later, like those of any worker that is no more.
    await freeJobs(pool, utils, [runner.id]).catch(() => undefined);
    await restart(runner);
  }

  /** Starts the queue of a runner again, unless that was done. */
  async function restart(runner: QueueRunner): Promise<void> {
    const queue = queueOf.get(runner);
    queueOf.delete(runner);
    while (queue && !stopped) {
      try {
        return await work(queue);
      } catch (error) {
        log.error(error, 'A queue of jobs can not be started');
        await wait(RESTART_AFTER);
      }
    }
  }

  function replace(runner: QueueRunner): void {
    if (!queueOf.has(runner)) return;
    log.warn({ runner: runner.id }, 'A queue has lost a job, and is started again');
    void restart(runner);
    void runner.stop();
  }

  await Promise.all(Object.keys(QUEUES).map((queue) => work(queue as QueueName)));
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
