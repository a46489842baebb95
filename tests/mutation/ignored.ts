import type { Mutant } from './find-mutants.ts';

/** A mutant that no test can notice, because the shop does the same with it. */
interface Ignored {
  path: string;
  original: string;
  replacement: string;
  because: string;
}

const ignored: readonly Ignored[] = [];

/** Why a mutant is not counted; undefined when it is. */
export function ignoredBecause(mutant: Mutant): string | undefined {
  return ignored.find(({ path, replacement }) => path === mutant.path && replacement === mutant.replacement)
    ?.because;
}
