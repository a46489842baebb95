import { join } from 'node:path';
import { runShop } from './run-shop.ts';

/** Starts a built shop without its sources. */
runShop(async () => ({
  server: await import('./index.ts'),
  screens: {
    script: join(import.meta.dirname, 'index.js'),
    clientFiles: join(import.meta.dirname, '../client'),
  },
}));
