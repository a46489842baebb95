import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Mutant -1 is none. Without files, all tests run. */
export interface MutantRun {
  mutant: number;
  files?: { path: string; testIds?: string[] }[] | undefined;
}

export interface RunResult {
  failed: boolean;
  files: TestFile[];
}

export interface TestFile {
  path: string;
  /** Without its tests. */
  milliseconds: number;
  /** Outside of its tests, by imports and setup. */
  reached: number[];
  failures: string[];
  tests: { id: string; milliseconds: number; reached: number[] }[];
}

/** Runs tests in a separate process, which is replaced if it hangs. */
export class Runner {
  #child: ChildProcess | undefined;

  /** Returns undefined after `timeout` milliseconds. */
  async run(request: MutantRun, timeout: number): Promise<RunResult | undefined> {
    const child = (this.#child ??= await start());
    const answer = Promise.race([
      once(child, 'message').then(([result]) => result as RunResult),
      once(child, 'exit').then(() => undefined),
      new Promise<undefined>((resolve) => setTimeout(resolve, timeout, undefined).unref()),
    ]);
    child.send(request);
    const result = await answer;
    if (!result) this.#kill();
    return result;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child?.connected) return;
    child.disconnect();
    await once(child, 'exit');
  }

  /** A mutant may loop forever. Its tests start processes of the same group. */
  #kill(): void {
    const pid = this.#child?.pid;
    this.#child = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
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
