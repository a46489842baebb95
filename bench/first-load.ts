import { printTable } from './measure.ts';
import type { BenchOptions } from './shop.ts';
import { CPU_SLOWDOWN, measureVisits, openPhones, type Phone } from './phone.ts';

const TURNS = 8;

/** Slow 4G as in Chromium's developer tools: milliseconds for each request, bytes per second. */
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_600_000 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
};

/** First loads of public pages. */
export async function benchFirstLoad(options: BenchOptions): Promise<void> {
  await using phones = await openPhones(options);
  const rows = [];
  for (const page of ['home', 'results', 'junkyard', 'part', 'cart'] as const) {
    const copies = await measureVisits(phones, { on: page, turns: TURNS, observe }, load);
    for (const [copy, loaded] of copies) rows.push({ page, copy, ...loaded });
  }
  console.log(`Slow 4G, processor ${CPU_SLOWDOWN} times slower, medians of ${TURNS} turns, milliseconds.\n`);
  printTable(rows);
}

interface Observed {
  paints: number[];
  interactive?: number;
}

async function load({ page, session, url }: Phone) {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'load' });
  // Not with `page.evaluate`, which Chromium takes for an input.
  await session.send('Runtime.evaluate', { expression: `(${waitUntilIdle})()`, awaitPromise: true });
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => {
    const { paints, interactive = Number.NaN } = window as unknown as Observed;
    return {
      'first paint': performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      'largest paint': paints.at(-1) ?? Number.NaN,
      interactive,
    };
  });
}

/** Runs in the page, until it has begun what it does when the browser is idle. */
function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    const look = () =>
      'interactive' in window ? requestIdleCallback(() => setTimeout(resolve, 100)) : setTimeout(look, 50);
    look();
  });
}

/** Runs in the page. Its own script sets `data-starting`; the app removes it (app-start.ts). */
function observe() {
  const observed = window as unknown as Observed;
  observed.paints = [];
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) observed.paints.push(startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  let begun = false;
  const timer = setInterval(() => {
    if ('starting' in document.documentElement.dataset) begun = true;
    else if (begun) {
      observed.interactive = performance.now();
      clearInterval(timer);
    }
  }, 4);
}
