import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { installPackages } from '../tools/install.ts';

/** Stops at the first part that fails. Test files and stories that failed run once more, alone: machines are shared. */
const long = process.argv.includes('--long');
// This comes before the tests, because a test that needs them has a time limit.
await installPackages('checks');
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const playwright = join(await installPackages('browser'), 'playwright/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'partyard-report-'));
const report = join(folder, 'vitest.json');
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const parts = [
  {
    words: [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    again: () => {
      const files = failedFiles();
      return files.length > 0 ? [vitest, 'run', '--maxWorkers=1', ...files] : undefined;
    },
  },
  {
    words: [playwright, 'test'],
    again: () => [playwright, 'test', '--last-failed', '--workers=1', '--trace=retain-on-failure'],
  },
];

for (const { words, again } of parts) {
  let code = await run(words);
  const second = code !== 0 ? again() : undefined;
  if (second) {
    console.log(`\nOnce more, alone: ${second.slice(1).join(' ')}`);
    code = await run(second);
    console.log(code === 0 ? 'FLAKY: what failed above has passed alone.' : 'It failed again.');
  }
  if (code !== 0) process.exit(code);
}

function run(words: readonly string[]): Promise<number> {
  const env = { ...process.env, ...(long && { TEST_LONG: 'true' }) };
  const child = spawn(process.execPath, words, { stdio: 'inherit', env });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/** Returns an empty list if the run itself failed. */
function failedFiles(): string[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name));
}
