import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { RECONNECT_DELAYS } from '#core/live/live.ts';
import type { Env } from '../env.ts';
import { type Family, workerFamilies } from '../metrics/families.ts';
import { StartError } from '../start-error.ts';
import { BEAT_MS, type FromWorker, type ToWorker, type WorkerStart } from './messages.ts';
import { createQuestions } from './questions.ts';

/** A worker is killed after this many missed heartbeats. Counting lets workers survive a suspended machine. */
const HUNG_AFTER_BEATS = 20;

/** A starting worker has longer: on a busy machine, loading its modules takes long. */
const HUNG_AT_START_AFTER_BEATS = 120;

/** A worker that ends earlier is replaced after a growing delay. */
const STABLE_MS = 60_000;

/** Longer than requests and jobs may take to finish. The files in deploy/ wait longer. */
export const STOP_TIMEOUT_MS = 22_000;

/** The worker that was asked for all figures waits longer than this. */
const METRICS_TIMEOUT_MS = 500;

export interface Workers {
  /** Resolves when all workers serve. @throws {StartError} */
  serve(start: WorkerStart): Promise<void>;
  /** Lets the workers finish their requests. */
  stop(): Promise<void>;
}

/** Starts processes that share a port, and replaces those that end or hang. They load their modules at once. */
export function startWorkers(
  { workers: count, stopDelayMs }: Pick<Env, 'workers' | 'stopDelayMs'>,
  script: string,
  print: (line: string) => void,
): Workers {
  cluster.setupPrimary({ exec: script, args: [] });
  const start = Promise.withResolvers<WorkerStart>();
  const running = new Map<number, RunningWorker>();
  const stopping = new AbortController();
  let restarts = 0;

  function launch(number: number): RunningWorker {
    const catchUpOthers = async () => {
      await Promise.all([...running].map(([other, { catchUp }]) => other !== number && catchUp()));
    };
    const worker = launchWorker(number, { catchUp: catchUpOthers, metrics: () => collectOthers(number) });
    running.set(number, worker);
    void start.promise.then((given) => worker.send({ start: { ...given, worker: number } }));
    return worker;
  }

  /** Collects the figures for the worker that was asked. */
  async function collectOthers(asked: number): Promise<Family[]> {
    const others = Array.from({ length: count }, (_, index) => index + 1).filter((each) => each !== asked);
    const collected = new Map(
      await Promise.all(
        others.map(async (each) => [each, await running.get(each)?.collectMetrics()] as const),
      ),
    );
    const answered = [...collected].map(([each, figures]) => [each, figures !== undefined] as const);
    return [
      ...workerFamilies(new Map([[asked, true], ...answered]), restarts),
      ...[...collected.values()].flatMap((figures) => figures ?? []),
    ];
  }

  /** Puts a new worker in the place of each one that ends. */
  async function replace(number: number, first: RunningWorker): Promise<void> {
    let failures = 0;
    for (let worker = first; ;) {
      const startedAt = performance.now();
      const how = await worker.ended;
      running.delete(number);
      if (stopping.signal.aborted) return;
      print(`Worker ${number}   ended unexpectedly (${how}), restarting ...`);
      failures = performance.now() - startedAt < STABLE_MS ? failures + 1 : 0;
      const delay = failures > 1 ? RECONNECT_DELAYS[Math.min(failures - 2, RECONNECT_DELAYS.length - 1)] : 0;
      await wait(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      worker = launch(number);
      restarts += 1;
      void worker.serving.then(() => print(`Worker ${number}   restarted`)).catch(() => undefined);
    }
  }

  const first = Array.from({ length: count }, (_, index) => launch(index + 1));
  return {
    async serve(given) {
      start.resolve(given);
      await Promise.all(first.map(({ serving }) => serving));
      for (const [index, worker] of first.entries()) void replace(index + 1, worker);
    },
    async stop() {
      stopping.abort();
      const ending = [...running.values()];
      for (const worker of ending) worker.send({ stop: true });
      const late = setTimeout(() => ending.forEach(({ kill }) => kill()), stopDelayMs + STOP_TIMEOUT_MS);
      await Promise.all(ending.map(({ ended }) => ended));
      clearTimeout(late);
    },
  };
}

interface RunningWorker {
  send(message: ToWorker): void;
  /** Rejects if the worker ends before. */
  serving: Promise<void>;
  /** Resolves with the reason. */
  ended: Promise<string>;
  catchUp(): Promise<void>;
  /** Resolves with undefined if the worker does not answer. */
  collectMetrics(): Promise<Family[] | undefined>;
  kill(): void;
}

function launchWorker(number: number, answers: Parameters<typeof createQuestions>[1]): RunningWorker {
  const worker: Worker = cluster.fork();
  const kill = () => void worker.process.kill('SIGKILL');
  const send = (message: ToWorker) => void (worker.isConnected() && worker.send(message));
  const questions = createQuestions(send, answers);
  const serving = Promise.withResolvers<void>();
  serving.promise.catch(() => undefined);
  const ended = Promise.withResolvers<string>();
  let failure: string | undefined;
  let missing = 0;
  let maxMissing = HUNG_AT_START_AFTER_BEATS;
  const watch = setInterval(() => {
    missing += 1;
    if (missing > maxMissing) kill();
  }, BEAT_MS);
  worker.on('message', (message: FromWorker) => {
    missing = 0;
    if ('serving' in message) {
      maxMissing = HUNG_AFTER_BEATS;
      serving.resolve();
    } else if ('failed' in message) failure = message.failed;
    else questions.receive(message);
  });
  // A message to a worker that has just ended. Its end is reported below.
  worker.on('error', () => undefined);
  worker.once('exit', (code: number | null, signal: string | null) => {
    clearInterval(watch);
    serving.reject(new StartError(failure ?? `A worker has ended (${signal ?? `exit code ${code}`}).`));
    ended.resolve(failure ?? signal ?? `exit code ${code}`);
  });
  return {
    send,
    serving: serving.promise,
    ended: ended.promise,
    catchUp: () => questions.ask('catchUp'),
    collectMetrics: () => questions.ask('metrics', METRICS_TIMEOUT_MS),
    kill,
  };
}
