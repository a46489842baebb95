import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Runs the tests of a pooler, of replicas, and of a failover by Patroni. They skip what is not installed. */
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const tests = ['pooler', 'replica', 'patroni'].map((name) => `tests/start/${name}.test.ts`);
const child = spawn(process.execPath, [vitest, 'run', '--maxWorkers', '1', ...tests], {
  stdio: 'inherit',
  env: { ...process.env, TEST_LONG: 'true' },
});
process.exitCode = await new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)));
