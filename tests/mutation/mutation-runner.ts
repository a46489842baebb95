import { type RunnerTask, TestRunner } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The id of the active mutant; -1 for none. By the id of a test: it runs once with each of these. */
    mutants: number | Record<string, number[]>;
  }
  interface TaskMeta {
    /** The ids of the mutants that a test has reached; of its file, those reached outside of its tests. */
    reached?: number[];
    /** The ids of the mutants with which the test failed. */
    killed?: number[];
  }
}

declare global {
  var mutation: { isActive: (id: number) => boolean } | undefined;
}

/** Decides which mutant is active, and records which of them the tests reach. */
export default class MutationRunner extends TestRunner {
  #active = -1;
  #reached = new Set<number>();

  override onCollectStart(file: Parameters<TestRunner['onCollectStart']>[0]): void {
    super.onCollectStart(file);
    const mutants = this.#mutants();
    if (typeof mutants === 'number') this.#active = mutants;
    globalThis.mutation = {
      isActive: (id) => {
        this.#reached.add(id);
        return id === this.#active;
      },
    };
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    const mutants = this.#mutants();
    if (test.type === 'test' && typeof mutants === 'object')
      test.repeats = (mutants[test.id]?.length ?? 1) - 1;
  }

  override onBeforeTryTask(test: RunnerTask, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options);
    const mutants = this.#mutants();
    if (typeof mutants === 'object') this.#active = mutants[test.id]?.[options.repeats] ?? -1;
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
    if (test.type !== 'test' || typeof mutants !== 'object') return;
    test.meta.killed = (test.result?.attempts ?? []).flatMap(({ state, repeatIndex }) =>
      state === 'fail' ? (mutants[test.id]?.[repeatIndex] ?? []) : [],
    );
  }

  #mutants(): number | Record<string, number[]> {
    return this.injectValue('mutants') as number | Record<string, number[]>;
  }
}
