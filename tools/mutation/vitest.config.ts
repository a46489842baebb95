import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['app/domain/**/*.test.ts'],
    // It measures time.
    exclude: ['app/domain/crawled-parts-speed.test.ts'],
  },
});
