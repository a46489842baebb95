import { defineConfig } from 'vitest/config';
import { useTemporaryFolder } from './tests/support/temporary-folder.ts';

useTemporaryFolder();

export default defineConfig({
  test: {
    include: ['{app,server,db}/**/*.test.ts', 'tests/{database,http,payments,scraping,start}/**/*.test.ts'],
    globalSetup: ['tests/support/build.ts', 'tests/support/database-server.ts'],
    setupFiles: ['tests/support/fixed-seed.ts'],
    // The built app is tested as it is, beside the same React Router that the server uses.
    server: { deps: { external: [/\/build\//] } },
    // More than the two cores of a small machine: many tests wait for a process to start or to stop.
    maxWorkers: 4,
    // Loading the built shop anew for each file takes a seventh of the time.
    isolate: false,
    // On a machine that is shared, a limit of time may pass; what fails twice is broken.
    retry: 1,
    // A start from the sources takes half a minute on a busy machine.
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // One second by default, which a page may take on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
