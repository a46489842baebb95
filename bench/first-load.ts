import type { BenchOptions, Catalogs } from './catalogs.ts';
import { median, printTable } from './measure.ts';
import { CPU_SLOWDOWN, PHONE, type Phones, withPhones } from './phone.ts';

const TURNS = 8;

/** Slow 4G as in Chromium's developer tools: milliseconds for each request, bytes per second. */
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_600_000 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
};

/** First loads with an empty cache, in turns with another copy of the project (`--against`). */
export async function benchFirstLoad(catalogs: Catalogs, options: BenchOptions): Promise<void> {
  await withPhones(catalogs, options, async (phones) => {
    const rows = [];
    for (const [page, path] of Object.entries(phones.pages)) {
      const turns: Record<string, Loaded[]> = {};
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const [build, address] of Object.entries(phones.builds)) {
          // The redirect target of a part's address. This request also puts it in the page cache.
          const { url: target } = await fetch(address + path);
          (turns[build] ??= []).push(await load(phones, target));
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
          'scripts, kB': middle('scripts'),
          CLS: middle('shifts'),
        });
      }
    }
    console.log(`Slow 4G, processor ${CPU_SLOWDOWN} times slower, medians of ${TURNS} turns.\n`);
    printTable(rows);
  });
}

interface Loaded {
  firstPaint: number;
  largestPaint: number;
  interactive: number;
  /** The sum of what each task took beyond 50 ms. */
  blocked: number;
  longestTask: number;
  /** All that is loaded without an input, in kB as served. */
  scripts: number;
  shifts: number;
}

async function load({ browser, cart }: Phones, url: string): Promise<Loaded> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(observe, cart);
    await page.goto(url, { waitUntil: 'load' });
    // Not with `page.evaluate`, which Chromium takes for an input.
    await session.send('Runtime.evaluate', { expression: `(${waitUntilIdle})()`, awaitPromise: true });
    await page.waitForLoadState('networkidle');
    return await page.evaluate(() => {
      const { tasks, paints, shifts, interactive } = window as unknown as Observed;
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return {
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        largestPaint: paints.at(-1) ?? Number.NaN,
        interactive,
        blocked: tasks.reduce((sum, task) => sum + Math.max(0, task - 50), 0),
        longestTask: Math.max(0, ...tasks),
        scripts:
          files
            .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
            .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000,
        shifts: shifts.reduce((sum, shift) => sum + shift, 0),
      };
    });
  } finally {
    await context.close();
  }
}

/** Runs in the page, until it has begun what it does when the browser is idle. */
function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    const look = () =>
      'interactive' in window ? requestIdleCallback(() => setTimeout(resolve, 100)) : setTimeout(look, 50);
    look();
  });
}

interface Observed {
  tasks: number[];
  paints: number[];
  shifts: number[];
  interactive: number;
}

/** Runs in the page. Its own script sets `data-starting`; the app removes it (app-start.ts). */
function observe(cart: string) {
  const observed = window as unknown as Observed;
  if (location.pathname === '/cart') localStorage.setItem('cart.items', cart);
  observed.tasks = [];
  observed.paints = [];
  observed.shifts = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) observed.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) observed.paints.push(startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
      observed.shifts.push(shift.value);
  }).observe({ type: 'layout-shift', buffered: true });
  let begun = false;
  const timer = setInterval(() => {
    if ('starting' in document.documentElement.dataset) begun = true;
    else if (begun) {
      observed.interactive = performance.now();
      clearInterval(timer);
    }
  }, 4);
}
