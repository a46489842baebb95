import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,server,db}/**/*.test.ts', 'tests/{database,http,start}/**/*.test.ts'],
    globalSetup: 'tests/support/database-server.ts',
    // Two cores: more would only take turns.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
