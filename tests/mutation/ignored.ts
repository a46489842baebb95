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
  {
    path: 'app/features/cart/settle-cart.ts',
    original: "'[]'",
    replacement: "''",
    because: 'An empty text is no JSON. That gives an empty list, too.',
  },
  {
    path: 'app/domain/cart.ts',
    original: 'Array.isArray(lines)',
    replacement: 'true',
    because: 'JSON that is no array has no method flatMap: the call throws, with the same result.',
  },
  {
    path: 'app/domain/crawled-parts.ts',
    original: '!line',
    replacement: 'false',
    because: 'An empty line has no marker and is no name. The check is only faster.',
  },
  {
    path: 'app/domain/crawled-parts.ts',
    original: 'PLAIN_TEXT.test(text)',
    replacement: 'false',
    because: 'Plain text has nothing to remove. The check is only faster.',
  },
  {
    path: 'app/domain/crawled-parts.ts',
    original: '(end === -1 ? rest : rest.slice(0, end)).trim()',
    replacement: '(end === -1 ? rest : rest.slice(0, end))',
    because: 'Markdown is stripped with the spaces around it. Trimmed text is only faster.',
  },
  {
    path: 'app/domain/stock.ts',
    original: 'mine > seen',
    replacement: '(mine) >= (seen)',
    because: 'The function returns earlier if both are the same.',
  },
  ...[
    ['!differsByState(line, shipping)', 'false'],
    ["Object.values(shipping.remote).some((rule) => rule !== 'same')", 'true'],
    ["'same'", "''"],
  ].map(([original = '', replacement = '']) => {
    return {
      path: 'app/domain/pricing/offered-shipping.ts',
      original,
      replacement,
      because: 'Then each state is asked, with the same result. One question for all of them is only faster.',
    };
  }),
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
  if (mutant.original === mutant.replacement) return 'It is the same code.';
  return ignored.find(
    ({ path, original, replacement }) =>
      path === mutant.path && original === mutant.original && replacement === mutant.replacement,
  )?.because;
}
