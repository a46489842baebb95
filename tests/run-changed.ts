import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * npm run test:changed [-- COMMIT]: the tests that the changes since a commit can break (docs/testing.md). Default: since
 * the merge base with main; on main, the last commit and what is not committed.
 *
 * Unit tests are found by their imports. The others test the built shop or the SQL, which they don't import, so the
 * history says which of them belong to a file: those that were often committed together with it.
 */
const MOST_FILES = 12;
/** Maximum commits that are read of the changed files and their folders, newest first. */
const MOST_COMMITS = 150;
const SOURCE = /^(?:app|server|db|tests\/support)\/(?!.*\.test\.)/;

const ROOT = join(import.meta.dirname, '..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
process.chdir(ROOT);

const base = process.argv[2] ?? defaultBase();
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
console.log(`${changed.length} files have changed since ${git('log', '-1', '--format=%h %s', base)[0]}.`);
const others = globSync('tests/{database,http,start}/*.test.ts');
const edited = changed.filter((path) => others.includes(path));
const related = rankByHistory(changed.filter((path) => SOURCE.test(path)));
const chosen = [...new Set([...edited, ...related])].slice(0, Math.max(MOST_FILES, edited.length));

const runs = [
  ['--project', 'unit', '--changed', base, '--passWithNoTests'],
  ...(chosen.length > 0 ? [chosen] : []),
];
for (const words of runs) {
  const { status } = spawnSync(process.execPath, [VITEST, 'run', ...words], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

function git(...words: string[]): string[] {
  const output = execFileSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 30, stdio: 'pipe' });
  return output.split('\n').filter(Boolean);
}

function defaultBase(): string {
  const [head = ''] = git('rev-parse', 'HEAD');
  try {
    const [common = head] = git('merge-base', 'main', 'HEAD');
    return common === head ? 'HEAD~1' : common;
  } catch {
    // The clone lacks the branch.
    return 'HEAD~1';
  }
}

/** Ranks tests. A commit of few files says more of each. Commits of other files in the same folder say a little. */
function rankByHistory(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const files = new Set(paths);
  const folders = new Set(paths.map((path) => dirname(path)));
  const options = ['--no-merges', '-n', String(MOST_COMMITS), '--full-diff', '--name-only', '--format=%x00'];
  const commits = git('log', base, ...options, '--', ...files, ...folders)
    .join('\n')
    .split('\0')
    .map((text) => text.split('\n').filter(Boolean));
  const scores = new Map<string, number>();
  for (const commit of commits) {
    const weights = commit.map((path) => (files.has(path) ? 1 : folders.has(dirname(path)) ? 0.2 : 0));
    const score = weights.reduce<number>((sum, weight) => sum + weight, 0) / commit.length;
    // Names decide, because tests may have moved to another layer.
    for (const name of commit.map((path) => basename(path)))
      scores.set(name, (scores.get(name) ?? 0) + score);
  }
  const scoreOf = (path: string) => scores.get(basename(path)) ?? 0;
  return others.filter((path) => scoreOf(path) > 0).toSorted((a, b) => scoreOf(b) - scoreOf(a));
}
