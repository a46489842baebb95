import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What to run with which mutants (mutation-runner.ts). Without files: all tests. */
export interface MutantRun {
  mutants: number | Record<string, number[]>;
  files?: { path: string; testIds: string[] }[] | undefined;
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

/** Runs tests in a process of its own, which is replaced when it hangs. */
export class Runner {
  #child: ChildProcess | undefined;

  /** @returns undefined when the run took longer than `timeout` milliseconds. */
  async run(request: MutantRun, timeout: number): Promise<RunResult | undefined> {
    const child = (this.#child ??= await start());
    const ended = new AbortController();
    const { signal } = ended;
    const answer = Promise.race([
      once(child, 'message', { signal }).then(([result]) => result as RunResult),
      once(child, 'exit', { signal }).then(() => undefined),
      sleep(timeout, undefined, { signal, ref: false }),
    ]);
    child.send(request);
    const result = await answer;
    ended.abort();
    if (!result) this.#kill();
    return result;
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

async function start(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}
