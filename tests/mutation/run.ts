import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mutant } from './find-mutants.ts';
import { ignoredBecause } from './ignored.ts';
import { buildMutated } from './mutated-build.ts';
import { type RunResult, Runner, type TestFile } from './runner.ts';
import { allMutants } from './targets.ts';

/**
 * Changes the code in one place at a time, and reports whether a test fails.
 *
 *   npm run test:mutation                    all mutants of files changed since the last run
 *   npm run test:mutation -- app/domain      only files whose path starts with this
 *   npm run test:mutation -- --survivors     prints the mutants that no test noticed in the last run
 */
const ROOT = join(import.meta.dirname, '../..');
const RESULTS = join(ROOT, 'build/mutation.json');
const RUNNERS = 2;
/** Tests that reach a mutant run up to this time, the fastest first. */
const MAX_TEST_MS = 20_000;
const MAX_FIRST_RUN_MS = 15 * 60_000;

type Outcome = 'killed' | 'survived' | 'not reached';

interface Result {
  outcome: Outcome;
  /** The file of the test that failed, or all files that passed. */
  tests: string[];
  /** Of these files. */
  checksum: string;
}

type NumberedMutant = Mutant & { id: number };

process.chdir(ROOT);
const { values, positionals } = parseArgs({
  options: { survivors: { type: 'boolean' } },
  allowPositionals: true,
});
const wanted = allMutants().filter(
  ({ path }) => positionals.length === 0 || positionals.some((prefix) => path.startsWith(prefix)),
);
const results: Record<string, Result> = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
const contents = new Map<string, string>();

const open = wanted.filter((mutant) => !ignoredBecause(mutant) && !isKnown(results[keyOf(mutant)]));
if (!values.survivors && open.length > 0) await runAll(open);
report();

async function runAll(mutants: NumberedMutant[]): Promise<void> {
  console.log(`${mutants.length} of ${wanted.length} mutants to run. Building the shop with them ...`);
  await buildMutated();
  const first = new Runner();
  console.log('Running all tests without a mutant, to see what they reach ...');
  const clean = await first.run({ mutant: -1 }, MAX_FIRST_RUN_MS);
  if (!clean || clean.failed) {
    await first.stop();
    throw new Error(
      `The tests fail without a mutant:\n${clean?.files.flatMap(({ path, failures }) => failures.map((name) => `${path}: ${name}`)).join('\n') ?? 'they take too long'}`,
    );
  }
  const reach = readReach(clean);
  const queue = [...mutants];
  const began = Date.now();
  let done = 0;
  await Promise.all(
    [first, ...Array.from({ length: RUNNERS - 1 }, () => new Runner())].map(async (runner) => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        results[keyOf(mutant)] = await tryMutant(runner, mutant, reach);
        done += 1;
        if (done % 50 === 0) {
          const left = ((Date.now() - began) / done) * queue.length;
          console.log(`${done} of ${mutants.length}, about ${Math.ceil(left / 60_000)} minutes left`);
          save();
        }
      }
      await runner.stop();
    }),
  );
  save();
}

/** A test file, and its tests that reach a mutant; undefined for all, when its setup reaches it. */
interface Chosen {
  path: string;
  testIds: string[] | undefined;
  milliseconds: number;
}

type Reach = (mutant: number) => Chosen[];

function readReach({ files }: RunResult): Reach {
  const sets = files.map((file) => ({
    ...file,
    outside: new Set(file.reached),
    tests: file.tests.map((test) => ({ ...test, reached: new Set(test.reached) })),
  }));
  return (mutant) =>
    sets
      .flatMap((file): Chosen[] => {
        const reaching = file.tests.filter(({ reached }) => reached.has(mutant));
        const isOutside = file.outside.has(mutant);
        if (reaching.length === 0 && !isOutside) return [];
        const run = reaching.length > 0 ? reaching : file.tests;
        return [
          {
            path: file.path,
            testIds: reaching.length > 0 ? run.map(({ id }) => id) : undefined,
            milliseconds: costOf(file, run),
          },
        ];
      })
      .toSorted(
        (a, b) =>
          Number(a.testIds === undefined) - Number(b.testIds === undefined) ||
          a.milliseconds - b.milliseconds,
      );
}

function costOf(file: TestFile | { milliseconds: number }, tests: { milliseconds: number }[]): number {
  return file.milliseconds + tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

async function tryMutant(runner: Runner, { id }: NumberedMutant, reach: Reach): Promise<Result> {
  const chosen = reach(id);
  if (chosen.length === 0) return { outcome: 'not reached', tests: [], checksum: '' };
  const tried: string[] = [];
  let spent = 0;
  for (const { path, testIds, milliseconds } of chosen) {
    if (tried.length > 0 && spent + milliseconds > MAX_TEST_MS) break;
    spent += milliseconds;
    const file = relative(ROOT, path);
    const result = await runner.run(
      { mutant: id, files: [{ path, ...(testIds && { testIds }) }] },
      30_000 + 5 * milliseconds,
    );
    if (!result || result.failed) return { outcome: 'killed', tests: [file], checksum: checksum([file]) };
    tried.push(file);
  }
  return { outcome: 'survived', tests: tried, checksum: checksum(tried) };
}

function isKnown(result: Result | undefined): boolean {
  return (
    result !== undefined &&
    result.outcome !== 'not reached' &&
    result.tests.every((path) => existsSync(path)) &&
    result.checksum === checksum(result.tests)
  );
}

function keyOf({ path, start, end, replacement }: Mutant): string {
  return createHash('sha256')
    .update(`${path}\0${read(path)}\0${start}\0${end}\0${replacement}`)
    .digest('base64url')
    .slice(0, 22);
}

function checksum(paths: readonly string[]): string {
  return createHash('sha256').update(paths.map(read).join('\0')).digest('base64url').slice(0, 22);
}

function read(path: string): string {
  const content = contents.get(path) ?? readFileSync(path, 'utf8');
  contents.set(path, content);
  return content;
}

function save(): void {
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  writeFileSync(RESULTS, JSON.stringify(results));
}

function report(): void {
  const folders = Map.groupBy(wanted, ({ path }) =>
    path
      .split('/')
      .slice(0, path.startsWith('app/features') ? 3 : 2)
      .join('/'),
  );
  const counted = { killed: 0, all: 0, ignored: 0 };
  for (const [folder, mutants] of folders) {
    const ignored = mutants.filter((mutant) => ignoredBecause(mutant));
    const counts = mutants.filter((mutant) => !ignored.includes(mutant));
    const killed = counts.filter((mutant) => results[keyOf(mutant)]?.outcome === 'killed');
    counted.killed += killed.length;
    counted.all += counts.length;
    counted.ignored += ignored.length;
    for (const mutant of counts) {
      const outcome = results[keyOf(mutant)]?.outcome ?? 'not run';
      if (outcome !== 'killed' && values.survivors) console.log(describe(mutant, outcome));
    }
    console.log(
      `${folder}: ${killed.length} of ${counts.length} killed (${percent(killed.length, counts.length)}), ${ignored.length} ignored`,
    );
  }
  console.log(
    `All: ${counted.killed} of ${counted.all} killed (${percent(counted.killed, counted.all)}), ${counted.ignored} ignored`,
  );
}

function describe({ path, line, original, replacement, isBlock }: Mutant, outcome: string): string {
  const mutated = isBlock ? 'left out' : inOneLine(replacement);
  return `${path}:${line} ${outcome}: ${inOneLine(original)}  ->  ${mutated}`;
}

function inOneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').slice(0, 100);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
