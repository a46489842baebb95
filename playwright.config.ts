import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/support/chromium.ts';

const { executablePath, env } = await findChromium();

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/support/browser-shop.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    trace: 'retain-on-failure',
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      executablePath,
      env: { ...process.env, ...env } as Record<string, string>,
      // As root, in containers, Chromium has no sandbox of its own; nothing it does reaches beyond this machine.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
