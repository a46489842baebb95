import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What to run with which mutants (mutation-runner.ts). Without files: all tests. */
export interface MutantRun {
  mutants: number | Record<string, number[]>;
  files?: { path: string; testIds: string[] }[] | undefined;
  /** Where to write the id of each mutant before it runs. */
  progressFile?: string;
}

export interface RunResult {
  failed: boolean;
  files: TestFile[];
}

/** A test file that has run, with the ids of the mutants that were reached. */
export interface TestFile {
  path: string;
  /** What it takes beside its tests. */
  milliseconds: number;
  /** Outside of its tests: while it was imported and set up. */
  reached: number[];
  failures: string[];
  tests: {
    id: string;
    failed: boolean;
    milliseconds: number;
    reached: number[];
    killed: number[];
    isUnrepeatable: boolean;
  }[];
}

const CHECK_PROGRESS_EVERY = 1_000;

/** Runs tests in a process of its own, which is replaced when it hangs. */
export class Runner {
  #child: ChildProcess | undefined;
  readonly #progressFile = join(tmpdir(), `mutants-${randomUUID()}`);
  readonly #testFiles: readonly string[];

  /** @param testFiles Paths or patterns; none: all. */
  constructor(testFiles: readonly string[] = []) {
    this.#testFiles = testFiles;
  }

  /** @returns undefined when the run took longer than `timeout` milliseconds. */
  async run(request: MutantRun, timeout: number): Promise<RunResult | undefined> {
    await this.#start();
    return await this.#runUntil(request, AbortSignal.timeout(Math.ceil(timeout)));
  }

  async #runUntil(request: MutantRun, stop: AbortSignal): Promise<RunResult | undefined> {
    const child = await this.#start();
    const ended = new AbortController();
    const { signal } = ended;
    const answer = Promise.race([
      once(child, 'message', { signal }).then(([result]) => result as RunResult),
      once(child, 'exit', { signal }).then(() => undefined),
      once(stop, 'abort', { signal }).then(() => undefined),
    ]);
    child.send(request);
    const result = await answer;
    ended.abort();
    if (!result) this.#kill();
    return result;
  }

  /**
   * Repeats tests with many mutants.
   *
   * @param timeout Of each mutant, in milliseconds.
   * @returns the result, or the mutant that hangs or ends the process.
   */
  async runRepeated(
    request: MutantRun,
    timeout: number,
  ): Promise<RunResult | { hanging: number | undefined }> {
    await this.#start();
    writeFileSync(this.#progressFile, '');
    const stalled = new AbortController();
    const timer = setInterval(() => {
      if (Date.now() - statSync(this.#progressFile).mtimeMs > timeout) stalled.abort();
    }, CHECK_PROGRESS_EVERY);
    try {
      const result = await this.#runUntil({ ...request, progressFile: this.#progressFile }, stalled.signal);
      if (result) return result;
      const started = readFileSync(this.#progressFile, 'utf8').trim().split('\n');
      return { hanging: started.map(Number).findLast((id) => id >= 0) };
    } finally {
      clearInterval(timer);
      rmSync(this.#progressFile, { force: true });
    }
  }

  /** Starting a database takes a while, which is not part of a run. */
  async #start(): Promise<ChildProcess> {
    return (this.#child ??= await start(this.#testFiles));
  }

  /** Ends the process in an orderly way. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child?.connected) return;
    child.disconnect();
    await once(child, 'exit');
  }

  /** A mutant that loops for ever leaves no other way. Its tests run in processes of the same group. */
  #kill(): void {
    const pid = this.#child?.pid;
    this.#child = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}

async function start(testFiles: readonly string[]): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), testFiles, {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}
