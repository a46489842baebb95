import type { BrowserContext, Locator, Page } from '../../tools/browser/playwright.ts';
import type pg from 'pg';
import { partAddress } from '#core/catalog/part-address.ts';
import { freePort } from '../support/free-port.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { measureLayout, openLive, setHidden } from '../support/live-page.ts';
import { otherBrowser } from '../support/other-browser.ts';
import { card, junkyard, main, results, toast } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const PAYING = "In another shopper's checkout";

const partPage = (id: string, name: string, make: string) =>
  partAddress({ id, name, make, model: 'Roadster', year: 2015 });

/** In the cart, lines have space for notes and for the button that appears with a new price. */
function measureButtons(page: Page): Promise<string[]> {
  return measureLayout(page, 'a, button:not(:text("Update price")), h1, h2, img');
}

/** Returns a function that returns the number of streams opened since. */
function countStreams(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().includes('/live?')) count += 1;
  });
  return () => count;
}

/** Of a stream: without the shop, other requests of the page fail too. */
function nextFailure(page: Page): Promise<unknown> {
  return page.waitForEvent('requestfailed', (request) => request.url().includes('/live?'));
}

/** From here on, only runFor() moves it. */
async function pauseClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1_000);
}

function change(owner: pg.Client, id: string, columns: string): Promise<unknown> {
  return owner.query(`update parts_catalog set ${columns} where id = $1`, [id]);
}

/** Starts a payment on the junkyard page. */
async function startPayment(page: Page, context: BrowserContext, make: string): Promise<Page> {
  await page.goto(junkyard(make));
  const opened = context.waitForEvent('page');
  await card(page, 'Last Rotor').getByRole('button', { name: 'Buy Now' }).click();
  const payment = await opened;
  await expect(payment.getByRole('heading', { name: 'Test payment' })).toBeVisible();
  return payment;
}

async function expectUnavailable(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true');
}

/** The addresses that show a part, and where on the page. The first tab leads: only the leader has a stream. */
async function openPlaces(page: Page, id: string, make: string) {
  await openLive(page, junkyard(make));
  const others = [results(make), partPage(id, 'Last Rotor', make)].map(async (address) => {
    const tab = await page.context().newPage();
    await tab.goto(address);
    return tab;
  });
  return [page, ...(await Promise.all(others))].map((tab, index) => ({
    tab,
    shown: index === 2 ? main(tab) : card(tab, 'Last Rotor'),
  }));
}

test('two shoppers and one unit: on each page, one sees that the other pays, and that it is sold', async ({
  page,
  make,
  stock,
  expectAccessible,
}) => {
  const [id = ''] = await stock([
    { part_name: 'Last Rotor', price: 60, stock_quantity: 1 },
    { part_name: 'Other Rotor', price: 60, stock_quantity: 3 },
  ]);
  const places = await openPlaces(page, id, make);
  const buyNow = (shown: Locator) => shown.getByRole('button', { name: 'Buy Now' });
  const layouts: string[][] = [];
  for (const { tab, shown } of places) {
    await buyNow(shown).focus();
    layouts.push(await measureLayout(tab));
  }

  const other = await otherBrowser(page);
  const payment = await startPayment(other.page, other.context, make);
  for (const [index, { tab, shown }] of places.entries()) {
    await expect(shown.getByText(PAYING)).toBeVisible({ timeout: 2_000 });
    await expect(shown.getByText('Out of Stock', { exact: true }).first()).toBeVisible();
    await expectUnavailable(buyNow(shown));
    await expectUnavailable(shown.getByRole('button', { name: 'Add to Cart' }));
    await expect(buyNow(shown)).toBeFocused();
    expect(await measureLayout(tab)).toEqual(layouts[index]);
    await tab.keyboard.press('Enter');
    await expect(toast(tab, PAYING)).toBeVisible();
    await expectAccessible(tab, 'main');
  }

  // The buyer sees other words.
  await expect(card(other.page, 'Last Rotor').getByText(/^Held for you until/)).toBeVisible();
  await expect(other.page.getByText(PAYING)).toHaveCount(0);

  await payment.getByRole('button', { name: 'Pay' }).click();
  await expect(payment.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  for (const [index, { tab, shown }] of places.entries()) {
    await expect(shown.getByText('Sold', { exact: true }).first()).toBeVisible({ timeout: 2_000 });
    await expect(shown.getByText(PAYING)).toHaveCount(0);
    await expect(shown.getByText('Out of Stock', { exact: true }).first()).toBeVisible();
    await expect(buyNow(shown)).toBeFocused();
    expect(await measureLayout(tab)).toEqual(layouts[index]);
    await expectAccessible(tab, 'main');
  }
  await other.page.bringToFront();
  await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(card(other.page, 'Last Rotor').getByText('Held for you')).toHaveCount(0);
  await expect(other.page.getByText('Sold', { exact: true })).toHaveCount(0);
  await other.context.close();
});

test('a price that changes while the part is in a cart, on a phone and a desk', async ({
  page,
  context,
  make,
  stock,
  owner,
  expectAccessible,
}) => {
  const [id = '', otherId = ''] = await stock([
    { part_name: 'Last Rotor', price: 60, stock_quantity: 3 },
    { part_name: 'Other Rotor', price: 40, stock_quantity: 3 },
  ]);
  await openLive(page, results(make));
  for (const name of ['Last Rotor', 'Other Rotor']) {
    await card(page, name).getByRole('button', { name: 'Add to Cart' }).click();
  }
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  await openLive(page, '/cart');
  const phone = await context.newPage();
  await phone.setViewportSize({ width: 360, height: 900 });
  await phone.goto('/cart');
  const tabs = [page, phone];
  const increase = (tab: Page) => card(tab, 'Last Rotor').getByRole('button', { name: 'Increase quantity' });
  const layouts: string[][] = [];
  for (const tab of tabs) {
    await increase(tab).focus();
    layouts.push(await measureButtons(tab));
  }

  await change(owner, id, 'price = 75');
  for (const tab of tabs)
    await expect(card(tab, 'Last Rotor').getByText('Price is now $75.00')).toBeVisible({ timeout: 2_000 });
  await change(owner, otherId, 'stock_held = stock_quantity');
  for (const [index, tab] of tabs.entries()) {
    await expect(card(tab, 'Other Rotor')).toContainText('Out of Stock. Not included in the total.');
    await expect(card(tab, 'Other Rotor')).toContainText(PAYING);
    expect(await measureButtons(tab)).toEqual(layouts[index]);
  }
  await change(owner, otherId, 'stock_quantity = 0, stock_held = 0');
  for (const [index, tab] of tabs.entries()) {
    await expect(card(tab, 'Other Rotor')).not.toContainText(PAYING);
    expect(await measureButtons(tab)).toEqual(layouts[index]);
    await expect(increase(tab)).toBeFocused();
    await expectAccessible(tab, 'main');
  }
  await card(page, 'Last Rotor').getByRole('button', { name: 'Update price' }).click();
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('$75.00');
  await expect(card(page, 'Last Rotor').getByText(/^Price is now/)).toHaveCount(0);
});

test('a part that is sold after its page was fetched ahead is out of stock there @long', async ({
  page,
  make,
  stock,
  owner,
}) => {
  const [id = ''] = await stock([{ part_name: 'Last Rotor', stock_quantity: 1 }]);
  await openLive(page, junkyard(make));
  const fetched = page.waitForResponse(/\/part\/.*\.data/);
  const link = page.getByRole('link', { name: 'Last Rotor' });
  await link.hover();
  await (await fetched).finished();
  await change(owner, id, 'stock_quantity = 0');
  await expect(card(page, 'Last Rotor').getByText('Sold')).toBeVisible();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Last Rotor');
  await expect(main(page)).toContainText('Out of Stock');
  await expect(main(page).getByRole('button', { name: /^Add to Cart/, disabled: false })).toHaveCount(0);
});

test('a new price, the last unit, and counts', async ({ page, make, stock, owner, expectAccessible }) => {
  const [id = ''] = await stock([
    { part_name: 'Last Rotor', price: 60, stock_quantity: 3 },
    { part_name: 'Other Rotor', price: 40, stock_quantity: 3 },
  ]);
  const opened = await Promise.all(
    [results(make), junkyard(make), partPage(id, 'Last Rotor', make)].map(async (address) => {
      const tab = await page.context().newPage();
      await tab.goto(address);
      return tab;
    }),
  );
  const [list, yard, part] = opened as [Page, Page, Page];
  await expect(list.getByText('Found 2 parts • 2 in stock • 0 on request')).toBeVisible();
  await expect(yard.getByText('2 parts found')).toBeVisible();
  const layouts = await Promise.all(opened.map((tab) => measureLayout(tab)));

  await change(owner, id, 'price = 45.5, stock_quantity = 1');
  for (const tab of opened) {
    await expect(main(tab).getByText('Only 1 left · New price, was $60.00').first()).toBeVisible();
    await expect(main(tab).getByText('$45.50').first()).toBeVisible();
    await expectAccessible(tab, 'main');
  }
  await expect(part.getByText('In Stock: 1', { exact: true })).toBeVisible();
  await expect(part.getByRole('status').filter({ hasText: 'New price' })).toBeVisible();
  expect(await Promise.all(opened.map((tab) => measureLayout(tab)))).toEqual(layouts);

  await change(owner, id, 'stock_quantity = 0');
  await expect(list.getByText('Found 2 parts • 1 in stock • 1 on request')).toBeVisible();
  await stock([{ part_name: 'New Rotor' }]);
  await expect(list.getByText('Found 3 parts • 2 in stock • 1 on request')).toBeVisible();
  await expect(yard.getByText('3 parts found')).toBeVisible();
  await expect(card(yard, 'New Rotor')).toHaveCount(0);
  await owner.query('delete from parts_catalog where id = $1', [id]);
  await expect(list.getByText('Found 2 parts • 2 in stock • 0 on request')).toBeVisible();
  await expect(card(list, 'Last Rotor').getByText('Sold', { exact: true }).first()).toBeVisible();
  expect(await Promise.all(opened.map((tab) => measureLayout(tab)))).toEqual(layouts);
});

test('a part that is back in stock: each page offers it again, in the place of the button', async ({
  page,
  make,
  stock,
  owner,
  expectAccessible,
}) => {
  const [id = ''] = await stock([
    { part_name: 'Last Rotor', price: 60, stock_quantity: 0 },
    { part_name: 'Other Rotor', price: 60, stock_quantity: 3 },
  ]);
  const places = await openPlaces(page, id, make);
  const out = (shown: Locator) => shown.getByText(/^(Notify Me|Request Part)$/);
  const add = (shown: Locator) => shown.getByRole('button', { name: 'Add to Cart' });
  const layouts: string[][] = [];
  for (const { tab, shown } of places) {
    layouts.push(await measureLayout(tab));
    await out(shown).hover();
  }

  await change(owner, id, 'stock_quantity = 2');
  for (const [index, { tab, shown }] of places.entries()) {
    await expect(shown.getByText('Back in stock')).toBeVisible({ timeout: 2_000 });
    await expect(out(shown)).toBeVisible();
    expect(await measureLayout(tab)).toEqual(layouts[index]);
    await tab.mouse.move(0, 0);
    await expect(add(shown)).toBeVisible();
    await expect(out(shown)).toBeHidden();
    expect(await measureLayout(tab)).toEqual(layouts[index]);
    await expectAccessible(tab, 'main');
    // One of two units; the third tab cannot add one.
    if (index < 2) await add(shown).click();
    else await add(shown).focus();
  }
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();

  await change(owner, id, 'stock_quantity = 0');
  for (const [index, { tab, shown }] of places.entries()) {
    await expectUnavailable(add(shown));
    await expect(add(shown)).toBeFocused();
    await tab.keyboard.press('Enter');
    await expect(toast(tab, 'Out of Stock')).toBeVisible();
    expect(await measureLayout(tab)).toEqual(layouts[index]);
  }
});

test('related parts follow on the page of a part @long', async ({
  page,
  make,
  stock,
  owner,
  expectAccessible,
}) => {
  const [id = '', soldId = '', cheaperId = ''] = await stock([
    { part_name: 'Last Rotor', price: 60 },
    { part_name: 'Sold Rotor', price: 60 },
    { part_name: 'Cheaper Rotor', price: 60 },
  ]);
  await openLive(page, partPage(id, 'Last Rotor', make));
  const related = (name: string) => main(page).getByRole('link', { name });
  await page.mouse.move(5, 5, { steps: 3 });
  await related('Sold Rotor').focus();
  const layout = await measureLayout(page);
  await change(owner, soldId, 'stock_held = stock_quantity');
  await expect(related('Sold Rotor')).toContainText(PAYING);
  await change(owner, soldId, 'stock_quantity = 0, stock_held = 0');
  await expect(related('Sold Rotor').getByText('Sold', { exact: true })).toBeVisible();
  await change(owner, cheaperId, 'stock_quantity = 1, price = 45');
  await expect(related('Cheaper Rotor')).toContainText('$45.00');
  await expect(related('Cheaper Rotor')).toContainText('Only 1 left · New price, was $60.00');
  await expect(related('Sold Rotor')).toBeFocused();
  expect(await measureLayout(page)).toEqual(layout);
  await expectAccessible(page, 'main');
});

test('a part that is back in stock while the shopper requests it', async ({ page, make, stock, owner }) => {
  const [id = ''] = await stock([{ part_name: 'Last Rotor', price: 60, stock_quantity: 0 }]);
  await openLive(page, results(make));
  const request = card(page, 'Last Rotor').getByRole('link', { name: 'Request Part' });
  await request.focus();
  await change(owner, id, 'stock_quantity = 2');
  await expect(page.getByText('Back in stock')).toBeVisible();
  await page.keyboard.press('Enter');
  const notes = page.getByRole('dialog').getByLabel('Additional Notes (optional)');
  await notes.fill('For the left side');
  await change(owner, id, 'stock_quantity = 3');
  await expect(page.getByText('In Stock: 3')).toBeVisible();
  await expect(notes).toHaveValue('For the left side');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(request).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card(page, 'Last Rotor').getByRole('button', { name: 'Add to Cart' })).toBeVisible();
});

test('a part that is added before the page follows changes is counted @long', async ({
  page,
  make,
  stock,
}) => {
  await stock([{ part_name: 'Last Rotor' }]);
  for (const [address, before, after] of [
    [results(make), 'Found 1 parts • 1 in stock • 0 on request', 'Found 2 parts • 2 in stock • 0 on request'],
    [junkyard(make), '2 parts found', '3 parts found'],
  ] as const) {
    let isHeld = false;
    const released = Promise.withResolvers<void>();
    await page.route('**/live?*', async (route) => {
      isHeld = true;
      await released.promise;
      await route.continue();
    });
    await page.goto(address);
    await expect(page.getByText(before)).toBeVisible();
    await expect.poll(() => isHeld).toBe(true);
    await stock([{ part_name: 'New Rotor' }]);
    released.resolve();
    await expect(page.getByText(after)).toBeVisible();
    await page.unroute('**/live?*');
  }
});

test('two tabs share one stream, which the second continues when the first is closed', async ({
  page,
  context,
  make,
  stock,
  owner,
}) => {
  const [id = ''] = await stock([{ part_name: 'Last Rotor', price: 60, stock_quantity: 3 }]);
  const streams = countStreams(context);
  await openLive(page, junkyard(make));
  const second = await context.newPage();
  await second.goto(junkyard(make));
  await change(owner, id, 'price = 45');
  for (const tab of [page, second]) await expect(card(tab, 'Last Rotor')).toContainText('$45.00');
  expect(streams()).toBe(1);
  await page.close();
  await expect.poll(streams).toBe(2);
  await change(owner, id, 'price = 44');
  await expect(card(second, 'Last Rotor')).toContainText('$44.00');
  expect(streams()).toBe(2);
});

test('a hidden tab is quiet, and shows the news when the shopper returns @long', async ({
  page,
  context,
  make,
  stock,
  owner,
}) => {
  const [id = ''] = await stock([{ part_name: 'Last Rotor', price: 60, stock_quantity: 3 }]);
  const streams = countStreams(context);
  const closed = nextFailure(page);
  await openLive(page, junkyard(make));
  await change(owner, id, 'price = 50');
  await expect(card(page, 'Last Rotor')).toContainText('$50.00');
  await setHidden(page, true);
  await closed;
  await change(owner, id, 'price = 45');
  // What the page loads itself is newer than the last message.
  await card(page, 'Last Rotor').getByRole('button', { name: 'Buy Now' }).click();
  await expect(card(page, 'Last Rotor')).toContainText('$45.00');
  await expect(card(page, 'Last Rotor')).not.toContainText('New price');
  await change(owner, id, 'price = 40, stock_quantity = 0');
  await stock([{ part_name: 'New Rotor' }]);
  await expect(card(page, 'Last Rotor')).toContainText('$45.00');
  expect(streams()).toBe(1);
  await setHidden(page, false);
  await expect(card(page, 'Last Rotor')).toContainText('Sold');
  await expect(page.getByText('2 parts found')).toBeVisible();
  expect(streams()).toBe(2);
});

/** A process of its own for the shop of these stories. */
function startShop(port: string): ShopProcess {
  return runShop({
    DATABASE_URL: process.env.SHOP_DATABASE_URL ?? '',
    AUTH_SECRET: 'a secret for browser stories that is long enough',
    TRUST_PROXY: 'true',
    PORT: port,
  });
}

test('when the server is killed, the browser tries again after 1, 2, 5, then every 10 seconds @long', async ({
  context,
  unwatchedPage: page,
  make,
  stock,
  owner,
}) => {
  const [id = ''] = await stock([{ part_name: 'Last Rotor', price: 60, stock_quantity: 3 }]);
  const port = String(await freePort());
  let shop = startShop(port);
  try {
    await page.clock.install();
    const streams = countStreams(context);
    await openLive(page, (await shop.ready()) + junkyard(make));
    for (const round of [1, 2]) {
      await change(owner, id, `price = ${round}`);
      await expect(card(page, 'Last Rotor')).toContainText(`$${round}.00`);
      await pauseClock(page);
      const cut = nextFailure(page);
      await shop.kill('SIGKILL');
      await cut;
      let tries = streams();
      for (const delay of [1_000, 2_000, 5_000, 10_000, 10_000]) {
        await page.clock.runFor(delay - 1);
        expect(streams()).toBe(tries);
        const failed = nextFailure(page);
        await page.clock.runFor(1);
        await failed;
        tries += 1;
        expect(streams()).toBe(tries);
      }
      await change(owner, id, 'price = 45');
      shop = startShop(port);
      await shop.ready();
      await page.clock.runFor(10_000);
      await expect(card(page, 'Last Rotor')).toContainText('$45.00');
      await page.clock.resume();
    }
  } finally {
    await shop.kill('SIGKILL');
  }
});

test('a connection that is silent for a minute, as after a laptop has slept, is replaced @long', async ({
  context,
  unwatchedPage: page,
  make,
  stock,
  owner,
}) => {
  const [id = ''] = await stock([{ part_name: 'Last Rotor', price: 60, stock_quantity: 3 }]);
  const shop = startShop(String(await freePort()));
  try {
    await page.clock.install();
    await openLive(page, (await shop.ready()) + junkyard(make));
    await change(owner, id, 'price = 45');
    await expect(card(page, 'Last Rotor')).toContainText('$45.00');
    await pauseClock(page);
    process.kill(shop.pid, 'SIGSTOP');
    const streams = countStreams(context);
    await change(owner, id, 'price = 44');
    await page.clock.runFor(50_000);
    expect(streams()).toBe(0);
    await page.clock.runFor(11_000);
    await expect.poll(streams).toBe(1);
    process.kill(shop.pid, 'SIGCONT');
    await expect(card(page, 'Last Rotor')).toContainText('$44.00');
  } finally {
    process.kill(shop.pid, 'SIGCONT');
    await shop.kill('SIGKILL');
  }
});
