import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['app/core/**/*.test.ts'],
    // This test measures time.
    exclude: ['app/core/imports/crawl/crawled-parts-speed.test.ts'],
  },
});
