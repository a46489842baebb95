import { appendFileSync } from 'node:fs';
import { type RunnerTask, TestRunner } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The id of the active mutant; -1 for none. By the id of a test: it runs once with each of these, in this order. */
    mutants: number | Record<string, number[]>;
    /** A file with the ids of the mutants that have run, in this order. It tells which one hangs. */
    progressFile: string;
  }
  interface TaskMeta {
    /** The ids of the mutants that a test has reached; of its file, those reached outside of its tests. */
    reached?: number[];
    /** The ids of the mutants with which the test failed, and after which it passed without one. */
    killed?: number[];
    /** It fails when it runs again. */
    isUnrepeatable?: boolean;
  }
}

declare global {
  var mutation: { isActive: (id: number) => boolean } | undefined;
}

/** A mutant that asks so often within one test runs forever. */
const MAX_HITS = 3_000_000;

/** Decides which mutant is active, and records which of them the tests reach. */
export default class MutationRunner extends TestRunner {
  #active = -1;
  #reached = new Set<number>();
  #hits = 0;
  /** A test has failed with the only mutant of this run. The others need not run. */
  #isKilled = false;

  override onCollectStart(file: Parameters<TestRunner['onCollectStart']>[0]): void {
    super.onCollectStart(file);
    const mutants = this.#mutants();
    if (typeof mutants === 'number') this.#active = mutants;
    globalThis.mutation = {
      isActive: (id) => {
        this.#reached.add(id);
        this.#hits += 1;
        if (this.#active >= 0 && this.#hits > MAX_HITS) throw new Error('This mutant runs forever');
        return id === this.#active;
      },
    };
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    const mutants = this.#mutants();
    if (this.#isKilled) test.mode = 'skip';
    if (test.type === 'test' && typeof mutants === 'object')
      test.repeats = (mutants[test.id]?.length ?? 1) - 1;
  }

  override onBeforeTryTask(test: RunnerTask, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options);
    const mutants = this.#mutants();
    if (typeof mutants === 'object') {
      this.#active = mutants[test.id]?.[options.repeats] ?? -1;
      appendFileSync(this.injectValue('progressFile') as string, `${this.#active}\n`);
    }
    this.#hits = 0;
    const outside = this.#reached;
    this.#reached = new Set();
    test.file.meta.reached ??= [];
    test.file.meta.reached.push(...outside);
  }

  override async onAfterRetryTask(
    ...[test, options]: Parameters<TestRunner['onAfterRetryTask']>
  ): Promise<void> {
    await super.onAfterRetryTask(test, options);
    test.meta.reached = [...this.#reached];
    this.#reached = new Set();
    if (typeof this.#mutants() === 'object') this.#active = -1;
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test);
    const mutants = this.#mutants();
    if (typeof mutants === 'number' && mutants >= 0 && test.result?.state === 'fail') this.#isKilled = true;
    if (test.type !== 'test' || typeof mutants !== 'object') return;
    const runs = (test.result?.attempts ?? []).map(({ state, repeatIndex }) => ({
      mutant: mutants[test.id]?.[repeatIndex] ?? -1,
      failed: state === 'fail',
    }));
    test.meta.killed = readKilled(runs);
    test.meta.isUnrepeatable = runs.some(({ mutant, failed }) => mutant === -1 && failed);
  }

  #mutants(): number | Record<string, number[]> {
    return this.injectValue('mutants') as number | Record<string, number[]>;
  }
}

/** A mutant can leave something behind that fails the next runs. So a failure counts only if the next run without one passes. */
function readKilled(runs: readonly { mutant: number; failed: boolean }[]): number[] {
  const killed: number[] = [];
  let sinceCheck: number[] = [];
  for (const { mutant, failed } of runs) {
    if (mutant >= 0) {
      if (failed) sinceCheck.push(mutant);
      continue;
    }
    if (failed) return killed;
    killed.push(...sinceCheck);
    sinceCheck = [];
  }
  return killed;
}
