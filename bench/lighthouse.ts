import { freePort } from '../tests/support/free-port.ts';
import { runShop } from '../tests/support/run-shop.ts';
import { findChromium, findInstalledChromium } from '../tools/browser/chromium.ts';
import { chromium } from '../tools/browser/playwright.ts';
import { lighthouse } from '../tools/measuring/measuring.ts';
import { BENCH_SECRET, type Catalogs } from './catalogs.ts';
import { median, printTable } from './measure.ts';

const PARTS = 20_000;
const TURNS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Each run has a new browser profile. */
export async function benchLighthouse(catalogs: Catalogs): Promise<void> {
  const { url, pools } = await catalogs.open(PARTS);
  const [part] = await pools.public
    .selectFrom('parts_catalog')
    .select(['id', 'part_name'])
    .where('price', 'is not', null)
    .orderBy('part_name')
    .limit(1)
    .execute();
  const shop = runShop({ DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET });
  const address = await shop.ready();
  const pages = {
    home: '/',
    results: '/?make=Honda&model=Civic&year=2015&category=Brakes',
    junkyard: '/junkyard',
    part: `/part/${part?.id}`,
  };
  try {
    const rows = [];
    for (const [page, path] of Object.entries(pages)) {
      const { url: target } = await fetch(`${address}${path}`);
      const turns = [];
      for (let turn = 0; turn < 2 * TURNS && turns.length < TURNS; turn += 1) {
        const measured = await audit(target);
        if (measured) turns.push(measured);
      }
      const row: Record<string, string | number> = { page };
      for (const column of Object.keys(turns[0] ?? {})) {
        row[column] = median(turns.map((measured) => measured[column] ?? Number.NaN));
      }
      rows.push(row);
    }
    console.log(
      `Lighthouse, mobile preset, ${PARTS.toLocaleString('en-US')} parts, medians of ${TURNS} turns.\n`,
    );
    printTable(rows);
  } finally {
    await shop.kill('SIGTERM');
  }
}

/** Returns undefined if Lighthouse missed the paint, which happens on a busy machine. */
async function audit(url: string): Promise<Record<string, number> | undefined> {
  const port = await freePort();
  const { executablePath, env } = (await findInstalledChromium()) ?? (await findChromium());
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
    // Lighthouse tests the back/forward cache, which Playwright disables.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: CATEGORIES });
    if (!result) throw new Error(`Lighthouse returned no result for ${url}.`);
    const { categories, audits } = result.lhr;
    for (const { title, score, scoreDisplayMode } of Object.values(audits)) {
      if (scoreDisplayMode === 'binary' && score === 0) console.error(`${url}: ${title}`);
    }
    const paint = audits['largest-contentful-paint'];
    if (paint?.numericValue === undefined) {
      console.error(`${url}: ${paint?.errorMessage}`);
      return undefined;
    }
    return {
      ...Object.fromEntries(CATEGORIES.map((name) => [name, (categories[name]?.score ?? Number.NaN) * 100])),
      'LCP, ms': paint.numericValue,
      CLS: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
      'TBT, ms': audits['total-blocking-time']?.numericValue ?? Number.NaN,
    };
  } finally {
    await browser.close();
  }
}
