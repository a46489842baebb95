import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sqlMutants } from './sql-mutants.ts';

/** npm run test:mutation:sql [-- 3 17]: changes one line of the SQL at a time, and reports whether a test fails. */
const ROOT = join(import.meta.dirname, '../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

const TESTS: Readonly<Record<string, readonly string[]>> = {
  '0003_catalog.sql': ['database/constraints', 'start/page-cache', 'http/checkout', 'http/payments'],
  '0004_counts.sql': ['database/constraints', 'http/admin'],
  '0005_search.sql': ['database/search', 'database/search-maintenance', 'database/admin-search'],
  '0009_deleted_parts.sql': ['http/restored-parts', 'http/admin'],
};

const chosen = process.argv.slice(2).map(Number);
let run = 0;
let killed = 0;
for (const [number, { file, original, mutated, ignored }] of sqlMutants.entries()) {
  if (chosen.length > 0 && !chosen.includes(number)) continue;
  if (ignored) {
    console.log(`${number} ${file} ignored: ${original}  ->  ${mutated}. ${ignored}`);
    continue;
  }
  const tests = (TESTS[file] ?? []).map((name) => `tests/${name}.test.ts`);
  const { status } = spawnSync(process.execPath, [VITEST, 'run', '--bail', '1', ...tests], {
    cwd: ROOT,
    env: { ...process.env, SQL_MUTANT: String(number) },
    stdio: 'ignore',
    timeout: 300_000,
  });
  run += 1;
  if (status !== 0) killed += 1;
  console.log(
    `${number} ${file} ${status === 0 ? 'SURVIVED' : 'killed'}: ${original}  ->  ${mutated || 'left out'}`,
  );
}
console.log(`${killed} of ${run} killed (${((100 * killed) / run).toFixed(1)} %)`);
