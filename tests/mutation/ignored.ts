import type { Mutant } from './find-mutants.ts';

/** A mutant with the same behavior as the original, so no test can notice it. */
interface Ignored {
  path: string;
  original: string;
  replacement: string;
  because: string;
}

const SEARCH_PARTS = 'app/features/catalog/search/search-parts.server.ts';
const OTHER_INDEX =
  'Finds the same parts through another index. catalog-size.test.ts measures it, which is not run with mutants.';

const ignored: readonly Ignored[] = [
  { path: SEARCH_PARTS, original: 'usesTableIndex(filters)', replacement: 'true', because: OTHER_INDEX },
  ...['true', 'false', 'usesTableIndex(query.filters)'].map((replacement) => {
    return {
      path: SEARCH_PARTS,
      original: '!usesTableIndex(query.filters)',
      replacement,
      because: OTHER_INDEX,
    };
  }),
];

export function ignoredBecause(mutant: Mutant): string | undefined {
  return ignored.find(
    ({ path, original, replacement }) =>
      path === mutant.path && original === mutant.original && replacement === mutant.replacement,
  )?.because;
}
