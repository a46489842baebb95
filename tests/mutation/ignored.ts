import type { Mutant } from './find-mutants.ts';

/** A mutant with the same behavior as the original, so no test can notice it. */
interface Ignored {
  path: string;
  original: string;
  replacement: string;
  because: string;
}

const ignored: readonly Ignored[] = [];

export function ignoredBecause(mutant: Mutant): string | undefined {
  return ignored.find(
    ({ path, original, replacement }) =>
      path === mutant.path && original === mutant.original && replacement === mutant.replacement,
  )?.because;
}
