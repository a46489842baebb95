import { spawn } from 'node:child_process';

/** All tests: those over the database and over HTTP, then those in a browser. Ends with the first that fails. */
const long = process.argv.includes('--long');
const bin = new URL('../node_modules/', import.meta.url).pathname;
const runs = [
  [`${bin}vitest/vitest.mjs`, 'run'],
  [`${bin}@playwright/test/cli.js`, 'test'],
];

for (const run of runs) {
  const child = spawn(process.execPath, run, {
    stdio: 'inherit',
    env: { ...process.env, ...(long && { TEST_LONG: 'true' }) },
  });
  const code = await new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)));
  if (code !== 0) process.exit(code);
}
