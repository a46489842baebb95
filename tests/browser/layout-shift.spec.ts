import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '../../tools/browser/playwright.ts';
import { isLong } from '../support/is-long.ts';
import { junkyard, results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

// All shifts count, also those within half a second of a click, which the metric of browsers leaves out.

/** What moved since the page was loaded, or later. Reads what the browser has recorded. */
async function findShifts(page: Page, since = 0): Promise<string[]> {
  return page.evaluate(async (after) => {
    const found: string[] = [];
    new PerformanceObserver((list) =>
      found.push(
        ...list
          .getEntries()
          .filter(({ startTime }) => startTime > after)
          .map(describe),
      ),
    ).observe({
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
  }, since);
}

/** Forgets what moved until now. Returns what moves until the page with another heading is complete. */
async function watchNextPage(page: Page): Promise<() => Promise<string[]>> {
  await findShifts(page);
  const [heading, since] = await page.evaluate(() => [
    document.querySelector('main h1')?.textContent,
    performance.now(),
  ]);
  return async () => {
    await expect(page.locator('main h1').filter({ hasNotText: heading ?? '' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    return findShifts(page, since as number);
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
    '/yard',
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

// With its own search, '/' has none in the header.
for (const [address, after, end, width] of [
  ['/warranty', '<header', '</form>', 1280],
  ['/', 'aria-label="Cart', '</a>', 360],
  ['/', '<header', '</header>', 360],
] as const)
  test(`nor when the HTML of ${address} stops at ${end} in the header or after it @long`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const painted = Promise.withResolvers<void>();
    const proxy = createServer(async ({ url }, response) => {
      const answer = await fetch(`${baseURL}${url}`);
      response.setHeader('Content-Type', answer.headers.get('Content-Type') ?? '');
      const body = Buffer.from(await answer.arrayBuffer());
      if (url !== address) return response.end(body);
      const cut = body.indexOf(end, body.indexOf(after)) + end.length;
      response.write(body.subarray(0, cut));
      await painted.promise;
      response.end(body.subarray(cut));
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    await page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}${address}`, {
      waitUntil: 'commit',
    });
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
    painted.resolve();
    await page.waitForLoadState('load');
    await expect(page.getByRole('search')).toBeVisible();
    expect(await findShifts(page)).toEqual([]);
    proxy.closeAllConnections();
    proxy.close();
  });

test('nor after a navigation in the shop @long', async ({ page, make, stock }) => {
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
    const readBack = await watchNextPage(page);
    await page.goBack();
    expect.soft(await readBack(), `back to ${from} at ${width} px`).toEqual([]);
  }
  await end();
});

test('nor when a vehicle is chosen, which the header then names @long', async ({ page, make, stock }) => {
  await stock(parts);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/?${new URLSearchParams({ make, model: 'Roadster', year: '2015' })}`);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Brakes' }).click();
    const read = await watchNextPage(page);
    await page.getByRole('button', { name: 'Find Parts' }).click();
    expect.soft(await read(), `at ${width} px`).toEqual([]);
    await expect(page.getByRole('banner').getByText(`2015 ${make} Roadster`)).toBeVisible();
  }
});

test('nor in the cart, while the catalog answers and when one more piece is added', async ({
  page,
  make,
  stock,
}) => {
  const [id] = await stock([
    {
      part_name: 'Ball Joint',
      brand: 'A brand with a long name',
      oem_number: '51220-SNA',
      price: 40,
      stock_quantity: 9,
    },
  ]);
  await page.goto('/about');
  const end = await slowDown(page);
  for (const width of [360, 412, 1280]) {
    await page.setViewportSize({ width, height: 823 });
    await page.evaluate((part) => {
      const line = { id: part, name: 'Ball Joint', partNumber: '', price: 40, quantity: 1, image: '' };
      localStorage['cart.items'] = JSON.stringify([line]);
    }, id);
    await page.goto('/cart');
    await expect(page.getByRole('main')).toContainText(`${make} Roadster`);
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Increase quantity' }).click();
    await expect(page.getByRole('main')).toContainText('$40.00 each');
    await page.waitForLoadState('networkidle');
    // Longer amounts begin further to the left.
    const moved = (await findShifts(page)).filter((shift) => Number.parseFloat(shift) > 0.001);
    expect.soft(moved, `at ${width} px`).toEqual([]);
  }
  await end();
});

test('nor in the junkyard when its parts are counted after it was loaded', async ({ page, make, stock }) => {
  await stock(parts);
  for (const width of [360, 412, 1280]) {
    await page.setViewportSize({ width, height: 823 });
    await page.goto(junkyard(make));
    const main = page.getByRole('main');
    const count = main.getByText('3 parts found');
    const places = () =>
      Promise.all(
        [main.getByRole('link', { name: 'Alternator' }), main.getByRole('group', { name: 'View' })].map(
          (element) => element.boundingBox(),
        ),
      );
    await expect(count).toBeVisible();
    const counted = await places();
    await count.evaluate((element) => element.replaceChildren());
    expect.soft(await places(), `at ${width} px`).toEqual(counted);
  }
});
