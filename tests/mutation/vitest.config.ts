import { defineConfig } from 'vitest/config';
import { useTemporaryFolder } from '../support/temporary-folder.ts';
import { mutationPlugin } from './mutation-plugin.ts';

useTemporaryFolder();

export default defineConfig({
  plugins: [mutationPlugin()],
  test: {
    include: ['{app,server,tests/unit,tests/database,tests/http}/**/*.test.ts'],
    // These measure the shop.
    exclude: [
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
