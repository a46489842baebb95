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
    path: 'app/features/cart/settle-cart.ts',
    original: "'[]'",
    replacement: "''",
    because: 'An empty text is no JSON. That gives an empty list, too.',
  },
];

export function ignoredBecause(mutant: Mutant): string | undefined {
  if (mutant.original === mutant.replacement) return 'It is the same code.';
  return ignored.find(
    ({ path, original, replacement }) =>
      path === mutant.path && original === mutant.original && replacement === mutant.replacement,
  )?.because;
}
