import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Patterns of names that libraries do not document, and what to use instead. */
const PRIVATE = {
  __reactRouter: '<Scripts>',
  UNSAFE_: 'what React Router documents',
  '\\bunstable_': 'documented names',
  'vite/preload-helper|__vite': 'the options of Vite',
  '_private_(?!facts)': 'graphile_worker.jobs and the functions beside it',
  'internalAdapter|authCookies|\\$context': 'auth.api, or SQL over our own tables of the schema auth',
  'setFlagsFromString|expose.gc': 'nothing: garbage collection is automatic',
  'extends Firecrawl|firecrawl-js': 'server/scraping/service-calls.ts',
  // Ajv documents this path.
  "from '(?!ajv/dist/2020)[^'.][^']*/dist/": 'what the package exports',
};

const files = globSync('{app,server,db,bench,tests}/**/*.{ts,tsx,js,sql}').concat(globSync('*.{ts,js}'));

test.each(Object.entries(PRIVATE))('no source names %s', (name, instead) => {
  const found = files.filter(
    (file) => !file.endsWith('public-apis.test.ts') && new RegExp(name).test(readFileSync(file, 'utf8')),
  );
  expect(found, `Private to a library. Use ${instead}.`).toEqual([]);
});
