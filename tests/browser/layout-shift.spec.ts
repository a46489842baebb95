import type { Page } from '../../tools/browser/playwright.ts';
import { isLong } from '../support/is-long.ts';
import { junkyard, results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

// All shifts count, also those within half a second of a click, which the metric of browsers leaves out.

/** What moved since the page was loaded. Reads what the browser has recorded. */
async function findShifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    new PerformanceObserver((list) => found.push(...list.getEntries().map(describe))).observe({
      type: 'layout-shift',
      buffered: true,
    });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return found;

    function describe(entry: PerformanceEntry): string {
      const { value, sources = [] } = entry as PerformanceEntry & {
        value: number;
        sources?: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const markup = node instanceof Element ? node.outerHTML : String(node?.textContent);
        return `${markup.slice(0, 90)}: ${JSON.stringify([previousRect, currentRect])}`;
      });
      return [value.toFixed(4), ...moved].join('\n');
    }
  });
}

/** Forgets what moved until the first frame of a page with another heading, in which the footer finds its place. */
async function watchNextPage(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const before = document.querySelector('main h1');
    const shifts: { at: number; text: string }[] = [];
    let shownAt = Infinity;
    Object.assign(window, {
      readShifts: () => shifts.filter(({ at }) => at > shownAt).map(({ text }) => text),
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources = [] } = entry as PerformanceEntry & { sources?: { node: Node | null }[] };
        const moved = sources.map(({ node }) =>
          (node instanceof Element ? node.outerHTML : String(node?.textContent)).slice(0, 120),
        );
        shifts.push({ at: entry.startTime, text: moved.join('\n') });
      }
    }).observe({ type: 'layout-shift' });
    new MutationObserver((_, observer) => {
      const heading = document.querySelector('main h1');
      if (!heading || heading === before) return;
      observer.disconnect();
      // The time that the callback gets is that of the screen, which may be earlier.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          shownAt = performance.now();
          document.documentElement.dataset.shown = '';
        }),
      );
    }).observe(document.body, { subtree: true, childList: true });
  });
  return async () => {
    await expect(page.locator('html[data-shown]')).toBeAttached();
    await page.waitForLoadState('networkidle');
    return page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return (window as unknown as { readShifts: () => string[] }).readShifts();
    });
  };
}

/** A phone's connection: what is loaded late arrives after the page is painted. */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 400_000,
    uploadThroughput: 100_000,
  });
  return () => session.detach();
}

const parts = [
  { part_name: 'Front Brake Pads', price: 60, stock_quantity: 9, oem_number: '45022-TR3' },
  { part_name: 'Headlight', price: null, stock_quantity: 1 },
  { part_name: 'Alternator', price: 120, stock_quantity: 0, part_type: 'Good', mileage: 90_000 },
];

test('nothing moves while a public page loads', async ({ page, make, stock }) => {
  test.setTimeout(240_000);
  const [pads = '', , soldOut = ''] = await stock(parts);
  await page.goto('/about');
  await page.evaluate(
    ([id, vehicle]) => {
      localStorage['cart.items'] = JSON.stringify([
        { id, name: 'Front Brake Pads', partNumber: '45022-TR3', price: 60, quantity: 2, image: '' },
      ]);
      localStorage['garage'] = JSON.stringify({
        vehicles: [{ id: 'a', year: 2015, make: vehicle, model: 'Roadster', details: '', vinEnd: '' }],
        active: 'a',
      });
    },
    [pads, make],
  );
  const end = await slowDown(page);
  for (const address of [
    '/',
    results(make),
    `/junkyard?${new URLSearchParams({ q: make })}`,
    `/part/${pads}`,
    `/part/${soldOut}`,
    '/cart',
    '/request',
    '/contact',
    '/about',
    '/auth',
    '/garage',
    '/warranty',
    `/parts/${make}`,
  ])
    for (const width of isLong ? [360, 768, 1280, 1920] : [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      expect.soft(await findShifts(page), `${address} at ${width} px`).toEqual([]);
    }
  await end();
});

test('nor after a navigation in the shop', async ({ page, make, stock }) => {
  test.setTimeout(240_000);
  await stock(parts);
  const end = await slowDown(page);
  for (const [width, from, name] of [
    [360, '/', 'About Us'],
    [360, results(make), 'Front Brake Pads'],
    [360, junkyard(make), 'Alternator'],
    [1280, junkyard(make), 'Front Brake Pads'],
    [1280, '/about', /^Cart/],
    [1280, '/cart', 'Browse Parts'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(from);
    await page.waitForLoadState('networkidle');
    const read = await watchNextPage(page);
    const link = page.getByRole('link', { name }).filter({ visible: true }).first();
    await link.evaluate((element: HTMLElement) => element.click());
    await expect(page).not.toHaveURL(from);
    expect.soft(await read(), `${from} to ${name} at ${width} px`).toEqual([]);
  }
  await end();
});
