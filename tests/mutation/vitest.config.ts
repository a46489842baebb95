import { defineConfig } from 'vitest/config';
import { useTemporaryFolder } from '../support/temporary-folder.ts';
import { mutationPlugin } from './mutation-plugin.ts';

useTemporaryFolder();

export default defineConfig({
  plugins: [mutationPlugin()],
  test: {
    include: ['app/**/*.test.ts', 'server/**/*.test.ts', 'tests/{database,http,payments}/**/*.test.ts'],
    // These start processes that run the shop without mutants, or measure it.
    exclude: [
      'tests/**/*kills*',
      'tests/http/budget.test.ts',
      'app/domain/crawled-parts-speed.test.ts',
      'tests/database/*plans*',
      'tests/database/catalog-size.test.ts',
    ],
    globalSetup: ['tests/mutation/provide.ts', 'tests/support/database-server.ts'],
    runner: 'tests/mutation/mutation-runner.ts',
    // A cached file has the mutants' ids of an earlier run.
    fsModuleCache: false,
    server: { deps: { external: [/\/build\//] } },
    reporters: [{}],
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 60_000,
  },
});
