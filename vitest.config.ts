import { defineConfig } from 'vitest/config';
import { useTemporaryFolder } from './tests/support/temporary-folder.ts';

useTemporaryFolder();

const BUILD = 'tests/support/build.ts';
const DATABASE = 'tests/support/database-server.ts';

/** These are the layers of docs/testing.md. Each starts only what its tests need. Limits of time are in seconds. */
const layers = [
  { name: 'unit', include: ['{app,server,db}/**', 'tests/unit/**'], globalSetup: [], seconds: 30 },
  { name: 'database', include: ['tests/database/**'], globalSetup: [DATABASE], seconds: 60 },
  { name: 'http', include: ['tests/http/**'], globalSetup: [BUILD, DATABASE], seconds: 60 },
  // A start takes half a minute on a busy machine, and some tests have several.
  { name: 'start', include: ['tests/start/**'], globalSetup: [BUILD, DATABASE], seconds: 120 },
];

export default defineConfig({
  test: {
    setupFiles: ['tests/support/fixed-seed.ts'],
    // Tests use the built app unchanged, beside the same React Router that the server uses.
    server: { deps: { external: [/\/build\//] } },
    // This is more than the two cores of a small machine: many tests wait for a process to start or to stop.
    maxWorkers: 4,
    // Loading the built shop anew for each file takes a seventh of the time.
    isolate: false,
    // The default is one second, which a page may take on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: layers.map(({ name, include, globalSetup, seconds }) => ({
      extends: true,
      test: {
        name,
        include: include.map((folder) => `${folder}/*.test.ts`),
        globalSetup,
        testTimeout: seconds * 1_000,
        hookTimeout: Math.min(seconds, 60) * 1_000,
      },
    })),
  },
});
