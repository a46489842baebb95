import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installPackages } from '../tools/install.ts';

/** Stops at the first part that fails. */
const long = process.argv.includes('--long');
// Before the tests, because a test that needs them has a time limit.
await installPackages('checks');
const runs = [
  [join(import.meta.dirname, '../node_modules/vitest/vitest.mjs'), 'run'],
  [join(await installPackages('browser'), 'playwright/cli.js'), 'test'],
];

for (const run of runs) {
  const child = spawn(process.execPath, run, {
    stdio: 'inherit',
    env: { ...process.env, ...(long && { TEST_LONG: 'true' }) },
  });
  const code = await new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)));
  if (code !== 0) process.exit(code);
}
