import { join } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import { areUnitTests } from './targets.ts';
import type { MutantRun, RunResult, TestFile } from './runner.ts';

/** Runs in a process that can be killed. Requests and results are messages. Its arguments are test files; none: all. */
const include = process.argv.slice(2);
const vitest = await createVitest(
  {
    config: join(import.meta.dirname, 'vitest.config.ts'),
    watch: false,
    ...(include.length > 0 && { include }),
    ...(areUnitTests(include) && { globalSetup: ['tests/mutation/provide.ts'] }),
  },
  {},
  { stdout: undefined },
);
await vitest.standalone();
const [project] = vitest.projects as [(typeof vitest.projects)[number]];

process.on('message', (run: MutantRun) => {
  void runTests(run).then((result) => process.send?.(result));
});
process.once('disconnect', () => void vitest.close().finally(() => process.exit()));
process.send?.('ready');

async function runTests({ mutants, files, progressFile }: MutantRun): Promise<RunResult> {
  project.provide('mutants', mutants);
  project.provide('progressFile', progressFile ?? '');
  const specifications = files
    ? files.map(({ path, testIds }) => project.createSpecification(path, { testIds }))
    : await vitest.globTestSpecifications();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // The others are from runs before.
  const paths = new Set(specifications.map(({ moduleId }) => moduleId));
  const ran = testModules.filter(({ moduleId }) => paths.has(moduleId));
  return {
    failed: unhandledErrors.length > 0 || ran.some((file) => !file.ok()),
    files: ran.map((file) => describeFile(file)),
  };
}

function describeFile(file: TestModule): TestFile {
  const tests = [...file.children.allTests()].filter((test) => test.result().state !== 'skipped');
  return {
    path: file.moduleId,
    milliseconds:
      file.diagnostic().duration + file.diagnostic().setupDuration + file.diagnostic().collectDuration,
    reached: file.meta().reached ?? [],
    failures: tests.filter((test) => !test.ok()).map((test) => test.fullName),
    tests: tests.map((test) => ({
      id: test.id,
      failed: !test.ok(),
      milliseconds: test.diagnostic()?.duration ?? 0,
      reached: test.meta().reached ?? [],
      killed: test.meta().killed ?? [],
      isUnrepeatable: test.meta().isUnrepeatable ?? false,
    })),
  };
}
