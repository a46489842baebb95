import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { findChromium } from '../../tools/browser/chromium.ts';
import { chromium, type Page } from '../../tools/browser/playwright.ts';
import { adminScreens } from './admin-screens.ts';
import { openDemoShop } from './demo-shop.ts';
import { publicScreens } from './public-screens.ts';
import { untilReady } from '../support/until-ready.ts';
import type { Screen, Screens } from './screen.ts';

/** npm run screens [-- NAMES]: writes docs/screens/SCREEN-WIDTH-THEME.webp. A name also stands for those that begin with it. */
const names = process.argv.slice(2);
const FOLDER = join(import.meta.dirname, '../../docs/screens');
const screens: Screens = { ...publicScreens, ...adminScreens };

const windows = [
  { width: 360, height: 740 },
  { width: 768, height: 1_024 },
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
];
const themes = ['light', 'dark'] as const;

/** In heights of the window. */
const MOST_WINDOWS = 2;
/** Lower values blur small text. */
const QUALITY = 20;
/** Wider pictures are made smaller: their text stays readable. */
const MOST_PIXELS = 1_024;

/** A Tuesday during opening hours. */
const NOW = new Date('2026-03-03T18:30:00Z');

const { executablePath, env } = await findChromium();
const chosen = Object.entries(screens).filter(
  ([name]) => names.length === 0 || names.some((word) => name.startsWith(word)),
);
await mkdir(FOLDER, { recursive: true });
await using shop = await openDemoShop();
await using browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env } as Record<string, string>,
  args: ['--no-sandbox', '--disable-lcd-text'],
});
let bytes = 0;
for (const [name, screen] of chosen) {
  try {
    bytes += await picture(name, screen);
  } catch (error) {
    console.error(`${name}: ${String(error)}`);
    process.exitCode = 1;
  } finally {
    await screen.after?.(shop);
  }
}
const pictures = chosen.length * windows.length * themes.length;
console.log(
  `${pictures} pictures, ${Math.round(bytes / 1_000)} kB, ${Math.round(bytes / pictures / 1_000)} kB each`,
);

/** Returns the bytes of the screen's pictures. */
async function picture(name: string, screen: Screen): Promise<number> {
  await using context = await openContext(screen);
  const page = untilReady(await context.newPage());
  page.setDefaultTimeout(20_000);
  await screen.open(page, shop);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  let sum = 0;
  for (const window of windows) {
    await page.setViewportSize(window);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await screen.beforeEach?.(page);
      await page.evaluate(loadPictures);
      const file = await take(page, screen, window);
      sum += file.length;
      await writeFile(join(FOLDER, `${name}-${window.width}-${theme}.webp`), file);
    }
  }
  console.log(`${name}: ${Math.round(sum / 1_000)} kB`);
  return sum;
}

async function openContext({ as, stored }: Screen) {
  const context = await browser.newContext({
    locale: 'en-US',
    baseURL: shop.url,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    timezoneId: 'America/Los_Angeles',
    viewport: { width: 1_280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: shop.url, localStorage: listItems(stored?.(shop)) }] },
  });
  if (as) await context.addCookies(shop.cookies[as]);
  // The panel compares times of the database with now.
  else await context.clock.setFixedTime(NOW);
  return context;
}

function listItems(stored: Record<string, unknown> = {}) {
  return Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
}

async function take(
  page: Page,
  { isCovered }: Screen,
  { width, height }: (typeof windows)[number],
): Promise<Buffer> {
  const whole = isCovered ? height : await page.evaluate(() => document.documentElement.scrollHeight);
  const shot = await page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    fullPage: !isCovered,
    clip: { x: 0, y: 0, width, height: Math.min(whole, MOST_WINDOWS * height) },
  });
  return sharp(shot)
    .resize({ width: MOST_PIXELS, withoutEnlargement: true })
    .webp({ quality: QUALITY, effort: 6 })
    .toBuffer();
}

/** Runs in the page. */
async function loadPictures(): Promise<void> {
  await document.fonts.ready;
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  await Promise.allSettled(images.map((image) => image.decode()));
}
