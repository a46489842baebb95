import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mutant } from './find-mutants.ts';
import { ignoredBecause } from './ignored.ts';
import { buildMutated } from './mutated-build.ts';
import { type RunResult, Runner, type TestFile } from './runner.ts';
import { allMutants } from './targets.ts';

/**
 * Changes the shop's code in one small way after the other, and sees whether a test fails:
 *
 *   npm run test:mutation                    everything that has changed since the last time
 *   npm run test:mutation -- app/domain      only files whose path begins with that
 *   npm run test:mutation -- --survivors     prints what no test has noticed the last time
 */
const ROOT = join(import.meta.dirname, '../..');
const RESULTS = join(ROOT, 'build/mutation.json');
const REACH = join(ROOT, 'build/mutation-reach.json');
/** How many mutants are run at a time. */
const RUNNERS = 2;
/** The tests that reach a mutant are run up to this time, the quickest first, in milliseconds. */
const MOST_TESTING = 20_000;
/** Tests that take longer are not repeated for all mutants, in milliseconds. */
const MOST_REPEATED = 300;
/** A whole run of all tests ends within this time, in milliseconds. */
const MOST_WITHOUT_MUTANT = 20 * 60_000;

type Outcome = 'killed' | 'survived' | 'not reached';

interface Result {
  outcome: Outcome;
  /** The file of the test that failed, or all that did not. */
  tests: string[];
  /** Of these files as they were. */
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
  const clean = await runWithoutMutant(first);
  for (const { path, failures } of clean.files) {
    for (const name of failures) console.log(`Not used, because it fails without a mutant: ${path}: ${name}`);
  }
  const reach = readReach(clean);
  const runners = [first, ...Array.from({ length: RUNNERS - 1 }, () => new Runner())];
  console.log('Running the unit tests with all mutants that they reach ...');
  const unitTests = clean.files.filter(({ path }) => isUnitTest(path));
  await Promise.all(
    runners.map(async (runner) => {
      for (let file = unitTests.shift(); file; file = unitTests.shift()) {
        await tryAllOfFile(runner, file, mutants);
      }
    }),
  );
  const queue = mutants.filter((mutant) => !isKnown(results[keyOf(mutant)]));
  console.log(`${mutants.length - queue.length} killed by unit tests, ${queue.length} to run one by one.`);
  save();
  const began = Date.now();
  let done = 0;
  await Promise.all(
    runners.map(async (runner) => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        results[keyOf(mutant)] = await tryMutant(runner, mutant, reach);
        done += 1;
        if (done % 50 === 0) {
          const left = ((Date.now() - began) / done) * queue.length;
          console.log(`${done}, about ${Math.ceil(left / 60_000)} minutes left`);
          save();
        }
      }
      await runner.stop();
    }),
  );
  save();
}

/** Runs all tests, to see what they reach, unless nothing has changed since the last time. */
async function runWithoutMutant(runner: Runner): Promise<RunResult> {
  const sources = globSync('{app,server,db,tests}/**/*.{ts,tsx,sql}').toSorted();
  const state = checksum(sources);
  const stored = existsSync(REACH) ? JSON.parse(readFileSync(REACH, 'utf8')) : undefined;
  if (stored?.state === state) return stored.result;
  console.log('Running all tests without a mutant, to see what they reach ...');
  const result = await runner.run({ mutants: -1 }, MOST_WITHOUT_MUTANT);
  if (!result) {
    await runner.stop();
    throw new Error('The tests take too long without a mutant.');
  }
  writeFileSync(REACH, JSON.stringify({ state, result }));
  return result;
}

function isUnitTest(path: string): boolean {
  return !relative(ROOT, path).startsWith('tests');
}

/**
 * Runs each test of a file once with each mutant that it reaches, in one process, so that the file is loaded once. Only
 * for tests that leave nothing behind.
 */
async function tryAllOfFile(
  runner: Runner,
  testFile: TestFile,
  mutants: readonly NumberedMutant[],
): Promise<void> {
  const { path, tests } = testFile;
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const plan = tests
    .filter(({ failed, milliseconds }) => !failed && milliseconds < MOST_REPEATED)
    .map(({ id, reached, milliseconds }) => ({
      id,
      milliseconds,
      mutants: [...reached].filter((mutant) => byId.has(mutant)),
    }))
    .filter((test) => test.mutants.length > 0);
  if (plan.length === 0) return;
  const time = plan.reduce((sum, test) => sum + test.milliseconds * test.mutants.length, 0);
  const result = await runner.run(
    {
      mutants: Object.fromEntries(plan.map((test) => [test.id, test.mutants])),
      files: [{ path, testIds: plan.map(({ id }) => id) }],
    },
    30_000 + 3 * time,
  );
  const file = relative(ROOT, path);
  if (!result) {
    // One of the mutants runs forever.
    const reached = mutants.filter(({ id }) => plan.some((test) => test.mutants.includes(id)));
    const half = Math.ceil(reached.length / 2);
    if (half < 2) return;
    await tryAllOfFile(runner, testFile, reached.slice(0, half));
    return tryAllOfFile(runner, testFile, reached.slice(half));
  }
  const killed = new Set(result.files.flatMap((each) => each.tests.flatMap((test) => test.killed)));
  for (const id of killed) {
    const mutant = byId.get(id);
    if (mutant) results[keyOf(mutant)] = { outcome: 'killed', tests: [file], checksum: checksum([file]) };
  }
}

/** A test file, and those of its tests that reach a mutant; all of them when it is reached while the file is set up. */
interface Chosen {
  path: string;
  testIds: string[];
  isWhole: boolean;
  milliseconds: number;
}

type Reach = (mutant: number) => Chosen[];

function readReach({ files }: RunResult): Reach {
  const sets = files.map((file) => ({
    ...file,
    outside: new Set(file.reached),
    tests: file.tests
      .filter(({ failed }) => !failed)
      .map((test) => Object.assign(test, { reached: new Set(test.reached) })),
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
            testIds: run.map(({ id }) => id),
            isWhole: reaching.length === 0,
            milliseconds: costOf(file, run),
          },
        ];
      })
      .toSorted((a, b) => Number(a.isWhole) - Number(b.isWhole) || a.milliseconds - b.milliseconds);
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
    if (tried.length > 0 && spent + milliseconds > MOST_TESTING) break;
    spent += milliseconds;
    const file = relative(ROOT, path);
    const result = await runner.run({ mutants: id, files: [{ path, testIds }] }, 30_000 + 5 * milliseconds);
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

/** Stays the same as long as the code of the mutated file does, whatever its comments. */
function keyOf({ path, code, place, replacement }: Mutant): string {
  return createHash('sha256')
    .update(`${path}\0${code}\0${place}\0${replacement}`)
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
