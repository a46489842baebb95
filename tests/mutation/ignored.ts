import type { Mutant } from './find-mutants.ts';

/** A mutant with the same behavior as the original, so no test can notice it. */
interface Ignored {
  path: string;
  original: string;
  replacement: string;
  because: string;
}

const ignored: readonly Ignored[] = [
  {
    path: 'app/domain/stock.ts',
    original: 'mine > seen',
    replacement: '(mine) >= (seen)',
    because: 'The function returns earlier if both are the same.',
  },
];

export function ignoredBecause(mutant: Mutant): string | undefined {
  return ignored.find(
    ({ path, original, replacement }) =>
      path === mutant.path && original === mutant.original && replacement === mutant.replacement,
  )?.because;
}
