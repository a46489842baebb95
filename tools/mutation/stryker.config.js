export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutation/vitest.config.ts' },
  mutate: ['app/core/**/*.ts', '!app/core/**/*.{server,test}.ts'],
  concurrency: 2,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { reportTests: false },
  ignorePatterns: ['/.cache', '/build', '/docs', '/public', '/data'],
  tempDirName: '.cache/stryker',
  // Stryker would rewrite it with an interface that TypeScript 7 does not have. The tests need no rewritten one.
  tsconfigFile: 'none',
};
