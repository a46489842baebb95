import { findChromium, findInstalledChromium } from '../tools/browser/chromium.ts';
import { chromium, type Browser } from '../tools/browser/playwright.ts';
import { runShop } from '../tests/support/run-shop.ts';
import { type BenchOptions, BENCH_SECRET, type Catalogs } from './catalogs.ts';
import { median, printTable } from './measure.ts';

const PARTS = 20_000;
const TURNS = 8;

/** Slow 4G as in Chromium's developer tools: milliseconds for each request, bytes per second. */
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_600_000 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
};
const CPU_SLOWDOWN = 4;

/** First loads with an empty cache, in turns with another copy of the project (`--against`). */
export async function benchFirstLoad(catalogs: Catalogs, { against }: BenchOptions): Promise<void> {
  const { url, pools } = await catalogs.open(PARTS);
  const part = await pools.public
    .selectFrom('parts_catalog')
    .select('id')
    .where('price', 'is not', null)
    .orderBy('part_name')
    .limit(1)
    .executeTakeFirstOrThrow();
  const pages = {
    home: '/',
    results: '/?make=Honda&model=Civic&year=2015&category=Brakes',
    part: `/part/${part.id}`,
  };
  const environment = { DATABASE_URL: url, AUTH_SECRET: BENCH_SECRET };
  const builds = {
    this: runShop(environment),
    ...(against ? { other: runShop(environment, { cwd: against }) } : {}),
  };
  const { executablePath, env } = (await findInstalledChromium()) ?? (await findChromium());
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox'],
  });
  try {
    const addresses = await Promise.all(
      Object.entries(builds).map(async ([build, shop]) => [build, await shop.ready()] as const),
    );
    const rows = [];
    for (const [page, path] of Object.entries(pages)) {
      const turns: Record<string, Loaded[]> = {};
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const [build, address] of addresses) {
          // The redirect target of a part's address. This request also puts it in the page cache.
          const { url: target } = await fetch(address + path);
          (turns[build] ??= []).push(await load(browser, target));
        }
      }
      for (const [build, loads] of Object.entries(turns)) {
        const middle = (name: keyof Loaded) => median(loads.map((each) => each[name]));
        rows.push({
          page,
          build,
          'first paint, ms': middle('firstPaint'),
          'largest paint, ms': middle('largestPaint'),
          'interactive, ms': middle('interactive'),
          'blocked, ms': middle('blocked'),
          'longest task, ms': middle('longestTask'),
        });
      }
    }
    console.log(`Slow 4G, processor ${CPU_SLOWDOWN} times slower, medians of ${TURNS} turns.\n`);
    printTable(rows);
  } finally {
    await browser.close();
    await Promise.all(Object.values(builds).map((shop) => shop.kill('SIGTERM')));
  }
}

interface Loaded {
  firstPaint: number;
  largestPaint: number;
  interactive: number;
  /** The sum of what each task took beyond 50 ms. */
  blocked: number;
  longestTask: number;
}

async function load(browser: Browser, url: string): Promise<Loaded> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForFunction(() => 'interactive' in window);
    await page.waitForLoadState('networkidle');
    return await page.evaluate(() => {
      const { tasks, paints, interactive } = window as unknown as Observed;
      return {
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        largestPaint: paints.at(-1) ?? Number.NaN,
        interactive,
        blocked: tasks.reduce((sum, task) => sum + Math.max(0, task - 50), 0),
        longestTask: Math.max(0, ...tasks),
      };
    });
  } finally {
    await context.close();
  }
}

interface Observed {
  tasks: number[];
  paints: number[];
  interactive: number;
}

/** Runs in the page. Its own script sets `earlyInput`; the app's remove it when they run (early-input.ts). */
function observe() {
  const observed = window as unknown as Observed;
  observed.tasks = [];
  observed.paints = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) observed.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) observed.paints.push(startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  let begun = false;
  const timer = setInterval(() => {
    if ('earlyInput' in window) begun = true;
    else if (begun) {
      observed.interactive = performance.now();
      clearInterval(timer);
    }
  }, 4);
}
