import { afterAll, afterEach, beforeEach, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** -1 for none. */
    mutant: number;
  }
  interface TaskMeta {
    /** The ids of the mutants that a test reached; for a file, those reached outside of its tests. */
    reached?: number[];
  }
}

declare global {
  var mutation: { isActive: (id: number) => boolean } | undefined;
}

const active = inject('mutant');
const outside = new Set<number>();
let reached = outside;

globalThis.mutation = {
  isActive(id) {
    reached.add(id);
    return id === active;
  },
};

beforeEach(() => {
  reached = new Set();
});
afterEach(({ task }) => {
  task.meta.reached = [...reached];
  reached = outside;
});
afterAll(({}, file) => {
  file.meta.reached = [...outside];
});
