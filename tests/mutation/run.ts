import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mutant } from './find-mutants.ts';
import { ignoredBecause } from './ignored.ts';
import { buildMutated } from './mutated-build.ts';
import { type RunResult, Runner } from './runner.ts';
import { allMutants, areUnitTests } from './targets.ts';

/**
 * Changes the shop's code in one small way after the other, and sees whether a test fails:
 *
 *   npm run test:mutation                    files that have changed since the last time, and all survivors
 *   npm run test:mutation -- app/domain      only files whose path begins with that
 *   npm run test:mutation -- --units         only with the unit tests: quick, without a database
 *   npm run test:mutation -- --tests <path>  only with these test files; may be given more than once
 *   npm run test:mutation -- --survivors     prints what no test has noticed the last time
 *
 * results.json has what was killed the last time. Without it, everything runs again.
 */
const ROOT = join(import.meta.dirname, '../..');
const RESULTS = join(ROOT, 'tests/mutation/results.json');
const REACH = join(ROOT, 'build/mutation-reach.json');
/** How many mutants are run at a time. */
const RUNNERS = 2;
/** How many of the tests that reach a mutant are repeated with it. */
const PASSES = 6;
/** Slower tests are not repeated, in milliseconds. */
const MOST_REPEATED = 3_000;
const MUTANTS_PER_CHECK = 8;
/** A mutant that starts no other for so long hangs, in milliseconds. */
const MOST_WITHOUT_PROGRESS = 45_000;
/** Of one test file in one pass. */
const MOST_HANGING = 20;
/** Tests of a mutant that runs alone, in milliseconds. */
const MOST_TESTING = 15_000;
/** A whole run of all tests ends within this time, in milliseconds. */
const MOST_WITHOUT_MUTANT = 20 * 60_000;

/** Of a file: a hash of its code, and the places of the mutants that no test has noticed. */
interface FileResult {
  code: string;
  survivors: string;
}

type NumberedMutant = Mutant & { id: number };

process.chdir(ROOT);
const { values, positionals } = parseArgs({
  options: {
    survivors: { type: 'boolean' },
    units: { type: 'boolean' },
    tests: { type: 'string', multiple: true },
  },
  allowPositionals: true,
});
/** None: all. */
const testFiles = values.units ? ['{app,server,tests/unit}/**/*.test.ts'] : (values.tests ?? []);
const wanted = allMutants().filter(
  ({ path }) => positionals.length === 0 || positionals.some((prefix) => path.startsWith(prefix)),
);
const results = readResults();
const killed = new Set(wanted.filter((mutant) => wasKilled(mutant)).map(({ id }) => id));

const open = wanted.filter((mutant) => !ignoredBecause(mutant) && !killed.has(mutant.id));
if (!values.survivors && open.length > 0) await runAll(open);
report();

async function runAll(mutants: NumberedMutant[]): Promise<void> {
  console.log(`${mutants.length} of ${wanted.length} mutants to run.`);
  if (!areUnitTests(testFiles)) await buildMutated();
  const first = new Runner(testFiles);
  const clean = await runWithoutMutant(first);
  for (const { path, failures } of clean.files) {
    for (const name of failures) console.log(`Not used, because it fails without a mutant: ${path}: ${name}`);
  }
  const reach = readReach(clean);
  const runners = [first, ...Array.from({ length: RUNNERS - 1 }, () => new Runner(testFiles))];
  const progress: Progress = { tried: new Map(), unrepeatable: new Set() };
  for (let pass = 1; pass <= PASSES; pass += 1) {
    const left = mutants.filter(({ id }) => !killed.has(id));
    console.log(
      `${left.length} left. Pass ${pass} of ${PASSES}: each with one of the tests that reach it ...`,
    );
    await inParallel(runners, planPass(left, reach, progress), (runner, plan) =>
      runPlan(runner, plan, progress),
    );
    save();
  }
  const left = mutants.filter(({ id }) => !killed.has(id) && reach(id).length > 0);
  console.log(`${left.length} left. Running these one by one ...`);
  let done = 0;
  await inParallel(runners, left, async (runner, { id }) => {
    if (await failsAlone(runner, id, reach(id), progress)) killed.add(id);
    done += 1;
    if (done % 50 > 0) return;
    console.log(`${done} of ${left.length}`);
    save();
  });
  await Promise.all(runners.map((runner) => runner.stop()));
  save();
}

interface Progress {
  /** The tests that a mutant has survived, by the mutant. */
  tried: Map<number, Set<string>>;
  /** Tests that fail when they run again, or did not end. What they said about mutants is not known. */
  unrepeatable: Set<string>;
}

async function inParallel<T>(
  runners: readonly Runner[],
  items: readonly T[],
  work: (runner: Runner, item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  await Promise.all(
    runners.map(async (runner) => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(runner, item);
    }),
  );
}

/** Tests of one file, with the mutants that each runs with. */
interface Plan {
  path: string;
  mutants: Map<string, number[]>;
  milliseconds: number;
  /** The longest of its tests, in milliseconds. */
  slowest: number;
}

/** Each mutant with the next test that reaches it. */
function planPass(mutants: readonly NumberedMutant[], reach: Reach, progress: Progress): Plan[] {
  const plans = new Map<string, Plan>();
  for (const { id } of mutants) {
    const tried = progress.tried.get(id) ?? new Set();
    progress.tried.set(id, tried);
    const test = reach(id).find(
      (each) =>
        each.isReached &&
        each.milliseconds < MOST_REPEATED &&
        !tried.has(each.id) &&
        !progress.unrepeatable.has(each.id),
    );
    if (!test) continue;
    tried.add(test.id);
    const plan = plans.get(test.path) ?? { path: test.path, mutants: new Map(), milliseconds: 0, slowest: 0 };
    plans.set(test.path, plan);
    plan.mutants.set(test.id, [...(plan.mutants.get(test.id) ?? []), id]);
    plan.milliseconds += test.milliseconds;
    plan.slowest = Math.max(plan.slowest, test.milliseconds);
  }
  return [...plans.values()].toSorted((one, other) => other.milliseconds - one.milliseconds);
}

/** Runs without a mutant, in between, check that none has left something behind. */
async function runPlan(runner: Runner, plan: Plan, { unrepeatable }: Progress): Promise<void> {
  const { path, mutants, slowest } = plan;
  const hanging = new Set<number>();
  while (hanging.size < MOST_HANGING) {
    const withChecks = [...mutants].map(([test, ids]) => [
      test,
      addChecks(ids.filter((id) => !hanging.has(id))),
    ]);
    const result = await runner.runRepeated(
      { mutants: Object.fromEntries(withChecks), files: [{ path, testIds: [...mutants.keys()] }] },
      MOST_WITHOUT_PROGRESS + 5 * slowest,
    );
    if ('hanging' in result) {
      if (result.hanging === undefined) break;
      hanging.add(result.hanging);
      killed.add(result.hanging);
      continue;
    }
    for (const test of result.files.flatMap((file) => file.tests)) {
      for (const id of test.killed) killed.add(id);
      if (test.isUnrepeatable) unrepeatable.add(test.id);
    }
    return;
  }
  console.log(`${relative(ROOT, path)}: too many mutants hang`);
  for (const test of mutants.keys()) unrepeatable.add(test);
}

function addChecks(ids: readonly number[]): number[] {
  const checked = ids.flatMap((id, index) =>
    index % MUTANTS_PER_CHECK === 0 && index > 0 ? [-1, id] : [id],
  );
  return [-1, ...checked, -1];
}

/** For mutants that are active while a file is loaded, and tests that can't be repeated. */
async function failsAlone(
  runner: Runner,
  mutant: number,
  tests: readonly ReachingTest[],
  { tried, unrepeatable }: Progress,
): Promise<boolean> {
  const untried = tests.filter(({ id }) => unrepeatable.has(id) || !tried.get(mutant)?.has(id));
  let spent = 0;
  for (const [path, ofFile] of Map.groupBy(untried, (test) => test.path)) {
    const milliseconds = ofFile.reduce((sum, test) => sum + test.milliseconds, 2_000);
    if (spent > 0 && spent + milliseconds > MOST_TESTING) continue;
    spent += milliseconds;
    const files = [{ path, testIds: ofFile.map(({ id }) => id) }];
    const timeout = 30_000 + 5 * milliseconds;
    const result = await runner.run({ mutants: mutant, files }, timeout);
    if (result && !result.failed) continue;
    // Some tests need the ones before them.
    const clean = await runner.run({ mutants: -1, files }, timeout);
    if (clean && !clean.failed) return true;
  }
  return false;
}

/** Runs all tests, to see what they reach, unless nothing has changed since the last time. */
async function runWithoutMutant(runner: Runner): Promise<RunResult> {
  const sources = globSync('{app,server,db,tests/!(mutation)}/**/*.{ts,tsx,sql}').toSorted();
  const state = checksum(sources);
  const areAll = testFiles.length === 0;
  const stored = areAll && existsSync(REACH) ? JSON.parse(readFileSync(REACH, 'utf8')) : undefined;
  if (stored?.state === state) return stored.result;
  console.log('Running the tests without a mutant, to see what they reach ...');
  const result = await runner.run({ mutants: -1 }, MOST_WITHOUT_MUTANT);
  if (!result) {
    await runner.stop();
    throw new Error('The tests take too long without a mutant.');
  }
  if (!areAll) return result;
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  writeFileSync(REACH, JSON.stringify({ state, result }));
  return result;
}

interface ReachingTest {
  path: string;
  id: string;
  milliseconds: number;
  /** The test itself reaches the mutant, not only the loading of its file. */
  isReached: boolean;
  /** It stands beside the mutant's file. */
  isBeside: boolean;
  /** The share of the mutants of the same file that the test reaches, in tenths. */
  depth: number;
}

/** The tests that reach a mutant. First those beside it, then those that reach the most of its file, then the quickest. */
type Reach = (mutant: number) => readonly ReachingTest[];

function readReach({ files }: RunResult): Reach {
  const all = allMutants();
  const pathOf = new Map(all.map(({ id, path }) => [id, path]));
  const sizes = Map.groupBy(all, ({ path }) => path);
  const found = new Map<number, ReachingTest[]>();
  for (const { path, reached: loaded, tests } of files) {
    for (const { id, failed, milliseconds, reached } of tests) {
      if (failed) continue;
      const own = new Set(reached);
      const depths = Map.groupBy(own, (mutant) => pathOf.get(mutant) ?? '');
      for (const mutant of new Set([...reached, ...loaded])) {
        const file = pathOf.get(mutant) ?? '';
        const depth = Math.round((10 * (depths.get(file)?.length ?? 0)) / (sizes.get(file)?.length ?? 1));
        const list = found.get(mutant) ?? [];
        const isBeside = path === join(ROOT, file.replace(/\.tsx?$/, '.test.ts'));
        list.push({ path, id, milliseconds, isReached: own.has(mutant), isBeside, depth });
        found.set(mutant, list);
      }
    }
  }
  for (const list of found.values())
    list.sort(
      (one, other) =>
        Number(other.isBeside) - Number(one.isBeside) ||
        other.depth - one.depth ||
        one.milliseconds - other.milliseconds,
    );
  return (mutant) => found.get(mutant) ?? [];
}

function checksum(paths: readonly string[]): string {
  return createHash('sha256')
    .update(paths.map((path) => readFileSync(path, 'utf8')).join('\0'))
    .digest('base64url')
    .slice(0, 22);
}

function wasKilled({ path, code, place }: Mutant): boolean {
  const result = results[path];
  return result?.code === code && !result.survivors.split(' ').includes(String(place));
}

function readResults(): Record<string, FileResult> {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/** Keeps what another run has written about other files. */
function save(): void {
  const latest = readResults();
  for (const [path, mutants] of Map.groupBy(wanted, (mutant) => mutant.path)) {
    const survivors = mutants.filter(({ id }) => !killed.has(id));
    latest[path] = {
      code: mutants[0]?.code ?? '',
      survivors: survivors.map(({ place }) => place).join(' '),
    };
  }
  for (const path of Object.keys(latest)) if (!existsSync(path)) delete latest[path];
  const sorted = Object.entries(latest).toSorted(([one], [other]) => one.localeCompare(other));
  writeFileSync(RESULTS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
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
    const dead = counts.filter(({ id }) => killed.has(id));
    counted.killed += dead.length;
    counted.all += counts.length;
    counted.ignored += ignored.length;
    if (values.survivors)
      for (const mutant of counts) if (!killed.has(mutant.id)) console.log(describe(mutant));
    console.log(
      `${folder}: ${dead.length} of ${counts.length} killed (${percent(dead.length, counts.length)}), ${ignored.length} ignored`,
    );
  }
  console.log(
    `All: ${counted.killed} of ${counted.all} killed (${percent(counted.killed, counted.all)}), ${counted.ignored} ignored`,
  );
}

function describe({ path, line, original, replacement, isBlock }: Mutant): string {
  const mutated = isBlock ? 'left out' : inOneLine(replacement);
  return `${path}:${line} ${inOneLine(original)}  ->  ${mutated}`;
}

function inOneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').slice(0, 100);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
