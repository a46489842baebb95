import { printTable } from './measure.ts';
import type { BenchOptions } from './shop.ts';
import { CPU_SLOWDOWN, measureVisits, openPhones, type Phone } from './phone.ts';

const TURNS = 8;

/** Slow 4G according to Chromium's developer tools: milliseconds for each request, bytes per second. */
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_600_000 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
};

/** Measures first loads of public pages. */
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

async function load({ page, session, url }: Phone) {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'load' });
  // Chromium takes `page.evaluate` for an input, so this sends the command itself.
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'interactive',
    awaitPromise: true,
  });
  await page.waitForLoadState('networkidle');
  const paints = await page.evaluate(() => ({
    'first paint': performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    'largest paint': (window as unknown as Observed).paints.at(-1) ?? Number.NaN,
  }));
  return { ...paints, interactive: Number(result.value) };
}

interface Observed {
  paints: number[];
  interactive: Promise<number>;
}

/** Runs in the page. Its own script sets `data-starting`, in earlier versions `earlyInput`; the app removes it when it runs. */
function observe() {
  const observed = window as unknown as Observed;
  observed.paints = [];
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) observed.paints.push(startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  observed.interactive = new Promise((resolve) => {
    let begun = false;
    const timer = setInterval(() => {
      const isStarting = 'starting' in document.documentElement.dataset || 'earlyInput' in window;
      begun ||= isStarting;
      if (!begun || isStarting) return;
      clearInterval(timer);
      resolve(performance.now());
    }, 4);
  });
}
