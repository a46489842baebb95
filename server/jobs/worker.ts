import { setTimeout as wait } from 'node:timers/promises';
import { Logger as QueueLogger, makeWorkerUtils, type Task, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { logContext } from '#core/platform/log-context.server.ts';
import { type QueueRunner, startQueueRunner } from './queue-runner.ts';
import { listWorkers, startJobRecovery, unlockJobs } from './job-recovery.ts';

export type QueueName = 'shop' | 'mail' | 'downloads' | 'crawls' | 'webhooks';

/**
 * Slow jobs delay no other queue: a mail may take ten minutes, crawls and downloads depend on other sites. Each new job makes
 * all runners of all processes look for one, so that there are only two.
 */
const RUNNERS = {
  shop: { limits: { shop: 3 }, pollInterval: 1_000 },
  outside: { limits: { mail: 4, downloads: 3, crawls: 2, webhooks: 2 }, pollInterval: 2_000 },
} satisfies Record<string, { limits: Partial<Record<QueueName, number>>; pollInterval: number }>;

type RunnerName = keyof typeof RUNNERS;

/** A process that works on jobs has this many rows in public.job_workers. */
export const RUNNER_COUNT = Object.keys(RUNNERS).length;

/** When the process stops, jobs have this time to finish, and then to abort. */
const FINISH_TIMEOUT_MS = 5_000;
const ABORT_TIMEOUT_MS = 3_000;

const RESTART_DELAY_MS = 1_000;

export interface Worker {
  /** Waits for running jobs. Another process, or the next start, runs the unfinished ones. */
  stop(): Promise<void>;
}

export type RegularTasks = Record<string, RegularTask>;

interface RegularTask {
  schedule: string;
  /** Runs a missed task later within this time. Example: '1d'. */
  catchUpWithin?: string;
  task: () => Promise<void>;
}

export interface WorkerOptions {
  pool: pg.Pool;
  tasks: TaskList;
  queues: Record<string, QueueName>;
  regularly: RegularTasks;
  log: Logger;
  /** No other process uses these queues, so locked jobs belong to ended processes. */
  alone: boolean;
}

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, log, alone } = options;
  const stopping = new AbortController();
  const logger = queueLogger(log);
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  if (alone) await unlockJobs(pool, utils, await listWorkers(pool));

  /** Runners that hold jobs: the current ones, and stopping ones. */
  const runners = new Set<QueueRunner>();
  /** Ended runners whose jobs are still being unlocked. */
  const finishing = new Set<Promise<void>>();
  const current = new Map<RunnerName, QueueRunner>();
  let stopped = false;

  async function start(name: RunnerName): Promise<void> {
    const runner = await startQueueRunner({
      ...RUNNERS[name],
      ...runnerTasks(name, options, stopping.signal),
      pool,
      logger,
    });
    runners.add(runner);
    current.set(name, runner);
    const finished = runner.ended.then(() => end(name, runner)).finally(() => finishing.delete(finished));
    finishing.add(finished);
    if (stopped) await runner.stop();
  }

  async function end(name: RunnerName, runner: QueueRunner): Promise<void> {
    runners.delete(runner);
    // If the database is unreachable, the jobs are unlocked later, like those of any dead worker.
    await unlockJobs(pool, utils, [runner.id]).catch(() => undefined);
    if (current.get(name) === runner) await restart(name);
  }

  async function restart(name: RunnerName): Promise<void> {
    current.delete(name);
    if (stopped) return;
    try {
      await start(name);
    } catch (error) {
      log.error(error, 'A runner of jobs cannot be started');
      await wait(RESTART_DELAY_MS);
      await restart(name);
    }
  }

  function replace(runner: QueueRunner): void {
    const [name] = [...current].find(([, each]) => each === runner) ?? [];
    if (!name) return;
    log.warn({ runner: name }, 'A runner does not work on its jobs, and is started again');
    void restart(name);
    void runner.stop();
  }

  for (const name of Object.keys(RUNNERS)) void restart(name as RunnerName);
  const recovery = startJobRecovery({ pool, utils, runners, replace });
  return {
    async stop() {
      stopped = true;
      const ended = new AbortController();
      const { signal } = ended;
      const allEnded = Promise.all([recovery.stop(), ...[...runners].map((runner) => runner.stop())]).then(
        () => Promise.all(finishing),
      );
      const abortLate = async () => {
        await wait(FINISH_TIMEOUT_MS, undefined, { signal });
        stopping.abort();
        await wait(ABORT_TIMEOUT_MS, undefined, { signal });
      };
      await Promise.race([allEnded, abortLate().catch(() => undefined)]);
      ended.abort();
      await utils.release();
    },
  };
}

function runnerTasks(runner: RunnerName, { tasks, queues, regularly }: WorkerOptions, signal: AbortSignal) {
  const { limits } = RUNNERS[runner];
  const own = Object.entries(tasks).filter(([name]) => (queues[name] ?? '') in limits);
  const scheduled = 'shop' in limits ? Object.entries(regularly) : [];
  return {
    queueOf: new Map(own.map(([name]) => [name, queues[name] ?? ''])),
    tasks: Object.fromEntries([
      ...own.map(([name, task]) => [name, task && withContext(task, signal)]),
      ...scheduled.map(([name, { task }]) => [name, withContext(task, signal)]),
    ]) as TaskList,
    crontab: scheduled.map(formatCrontabLine).join('\n'),
  };
}

/** The lines that it logs name the job, and the request that added it. */
function withContext(task: Task, abortSignal: AbortSignal): Task {
  return (payload, helpers) => {
    const { id: jobId, task_identifier: name } = helpers.job;
    const { requestId } = (payload ?? {}) as { requestId?: string };
    return logContext.run({ jobId, task: name, ...(requestId && { requestId }) }, () =>
      task(payload, { ...helpers, abortSignal }),
    );
  };
}

function formatCrontabLine([name, { schedule, catchUpWithin }]: [string, RegularTask]): string {
  return `${schedule} ${name}${catchUpWithin ? ` ?fill=${catchUpWithin}` : ''}`;
}

function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message) => {
    log[level === 'error' ? 'error' : 'debug']({ task: scope.taskIdentifier }, message);
  });
}
