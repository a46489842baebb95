import { isLong } from './tests/support/is-long.ts';
import { useTemporaryFolder } from './tests/support/temporary-folder.ts';
import { findChromium } from './tools/browser/chromium.ts';
import { defineConfig } from './tools/browser/playwright.ts';

useTemporaryFolder();

const { executablePath, env } = await findChromium();

/** Stories that only `npm run test:long` runs. */
const left = isLong ? [] : [/@long/];

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/support/browser-shop.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/journeys/{arg}{ext}',
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: isLong ? 900_000 : 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  projects: [
    { name: 'desk', use: { viewport: { width: 1280, height: 900 } }, grepInvert: left },
    // These are the stories that a shopper lives through on a phone too; the others set their width themselves.
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
      testMatch: ['find-parts.spec.ts', 'suggestions.spec.ts', 'garage.spec.ts'],
      grepInvert: [...left, /by keyboard|only the answer|the closest spelling|a wrong part is caught/],
    },
  ],
  use: {
    // The processor paints each frame of a transition.
    contextOptions: {
      reducedMotion: 'reduce',
      // Routes of stories do not see requests that pass a worker.
      serviceWorkers: 'block',
    },
    launchOptions: {
      executablePath,
      env: { ...process.env, ...env } as Record<string, string>,
      // Chromium has no sandbox of its own as root in containers; nothing it does reaches beyond this machine.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
