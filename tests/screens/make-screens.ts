import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { findChromium } from '../../tools/browser/chromium.ts';
import { chromium, type Page } from '../../tools/browser/playwright.ts';
import { adminScreens } from './admin-screens.ts';
import { openDemoShop } from './demo-shop.ts';
import { publicScreens } from './public-screens.ts';
import { untilReady } from '../support/until-ready.ts';
import type { Screen } from './screen.ts';

/** npm run screens: writes docs/screens/SCREEN.webp, and for some SCREEN-phone.webp or SCREEN-dark.webp. */
const FOLDER = join(import.meta.dirname, '../../docs/screens');

const desk = { width: 1_280, height: 800 };
const views = {
  desk: { suffix: '', window: desk, theme: 'light' },
  phone: { suffix: '-phone', window: { width: 360, height: 740 }, theme: 'light' },
  dark: { suffix: '-dark', window: desk, theme: 'dark' },
} as const;

/** A picture ends after this many heights of the window. */
const MOST_WINDOWS = 2;
/** Lower values blur small text. */
const QUALITY = 40;

/** A Tuesday during opening hours. */
const NOW = new Date('2026-03-03T18:30:00Z');

const { executablePath, env } = await findChromium();
await using shop = await openDemoShop();
await using browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env } as Record<string, string>,
  args: ['--no-sandbox', '--disable-lcd-text'],
});
const files = new Map<string, Buffer>();
for (const [name, screen] of Object.entries({ ...publicScreens, ...adminScreens })) {
  await picture(name, screen);
  console.log(name);
}
for (const name of await readdir(FOLDER)) if (name.endsWith('.webp')) await rm(join(FOLDER, name));
for (const [name, file] of files) await writeFile(join(FOLDER, name), file);
const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);
console.log(`${files.size} pictures, ${Math.round(bytes / 1_000)} kB`);

async function picture(name: string, screen: Screen): Promise<void> {
  await using context = await openContext(screen);
  const page = untilReady(await context.newPage());
  page.setDefaultTimeout(20_000);
  await screen.open(page, shop);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  for (const view of ['desk', ...(screen.also ?? [])] as const) {
    const { suffix, window, theme } = views[view];
    await page.setViewportSize(window);
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(loadPictures);
    files.set(`${name}${suffix}.webp`, await take(page, screen, window));
  }
}

async function openContext({ as, stored }: Screen) {
  const context = await browser.newContext({
    locale: 'en-US',
    baseURL: shop.url,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    timezoneId: 'America/Los_Angeles',
    viewport: desk,
    storageState: { cookies: [], origins: [{ origin: shop.url, localStorage: listItems(stored?.(shop)) }] },
  });
  if (as) await context.addCookies(shop.cookies[as]);
  // The panel compares times of the database with the present.
  else await context.clock.setFixedTime(NOW);
  return context;
}

function listItems(stored: Record<string, unknown> = {}) {
  return Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
}

async function take(
  page: Page,
  { isCovered }: Screen,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const whole = isCovered ? height : await page.evaluate(() => document.documentElement.scrollHeight);
  const shot = await page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    fullPage: !isCovered,
    clip: { x: 0, y: 0, width, height: Math.min(whole, MOST_WINDOWS * height) },
  });
  return sharp(shot).webp({ quality: QUALITY, effort: 6 }).toBuffer();
}

/** Runs in the page. */
async function loadPictures(): Promise<void> {
  await document.fonts.ready;
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  await Promise.allSettled(images.map((image) => image.decode()));
}
