import { globSync, readFileSync } from 'node:fs';
import { findMutants, type Mutant } from './find-mutants.ts';

/** Rules, money, stock, limits, page cache, search. Components are tested in a browser only. */
const TARGETS = [
  'app/domain/**/*.ts',
  'app/features/cart/**/*.ts',
  'app/features/checkout/**/*.ts',
  'app/features/catalog/search/**/*.ts',
  'server/limits/**/*.ts',
  'server/page-cache/**/*.ts',
  'server/search/**/*.ts',
];

/** Run from the project's folder. */
export function allMutants(): (Mutant & { id: number })[] {
  return globSync(TARGETS)
    .filter((path) => !path.endsWith('.test.ts'))
    .toSorted()
    .flatMap((path) => findMutants(path, readFileSync(path, 'utf8')))
    .map((mutant, id) => Object.assign(mutant, { id }));
}

/** The unit tests need no database and no build. */
export function areUnitTests(paths: readonly string[]): boolean {
  return paths.length > 0 && paths.every((path) => !/^tests\/(?!unit\/)/.test(path));
}
