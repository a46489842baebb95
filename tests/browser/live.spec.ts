import type { BrowserContext, Locator, Page } from '../../tools/browser/playwright.ts';
import type pg from 'pg';
import { partAddress } from '#domain/part-address.ts';
import { randomAddress } from '../support/random-address.ts';
import { expect, test } from '../support/story.ts';

const PAYING = 'Someone is paying for this part';

const main = (page: Page) => page.getByRole('main');
const card = (page: Page, name: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });

const results = (make: string) =>
  `/?${new URLSearchParams({ make, model: 'Roadster', year: '2015', category: 'Brakes' })}`;
const junkyard = (make: string) => `/junkyard?${new URLSearchParams({ make })}`;
const partPage = (id: string, name: string, make: string) =>
  partAddress({ id, name, make, model: 'Roadster', year: 2015 });

/** A shopper with a browser and an address of their own. */
async function otherShopper(page: Page): Promise<{ context: BrowserContext; page: Page }> {
  const context = await page
    .context()
    .browser()
    ?.newContext({
      baseURL: process.env.SHOP_URL ?? '',
      extraHTTPHeaders: { 'X-Forwarded-For': randomAddress() },
    });
  if (!context) throw new Error('There is no browser');
  return { context, page: await context.newPage() };
}

/** Opens a page and waits until it follows changes. */
async function openLive(page: Page, address: string): Promise<void> {
  const connected = page.waitForResponse((response) => response.url().includes('/live?'));
  await page.goto(address);
  await connected;
}

/** Where everything is that a shopper can read or click. */
function measureLayout(page: Page): Promise<string[]> {
  return main(page)
    .locator('a, button, h1, h2, img, li, dl, nav')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${element.tagName} ${[x, y + window.scrollY, width, height].map(Math.round).join(' ')}`;
      }),
    );
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

for (const [place, open] of [
  ['the junkyard', (_: string, make: string) => junkyard(make)],
  ['the results', (_: string, make: string) => results(make)],
  ['the page of the part', (id: string, make: string) => partPage(id, 'Last Rotor', make)],
] as const) {
  test(`two shoppers and one piece: on ${place}, one sees that the other pays, and that it is sold`, async ({
    page,
    make,
    stock,
    expectAccessible,
  }) => {
    const [id = ''] = await stock([
      { part_name: 'Last Rotor', price: 60, stock_quantity: 1 },
      { part_name: 'Other Rotor', price: 60, stock_quantity: 3 },
    ]);
    await openLive(page, open(id, make));
    const shown = place === 'the page of the part' ? main(page) : card(page, 'Last Rotor');
    const buyNow = shown.getByRole('button', { name: 'Buy Now' });
    await buyNow.focus();
    const layout = await measureLayout(page);

    const other = await otherShopper(page);
    const payment = await startPayment(other.page, other.context, make);
    await expect(shown.getByText(PAYING)).toBeVisible({ timeout: 2_000 });
    await expectUnavailable(buyNow);
    await expectUnavailable(shown.getByRole('button', { name: 'Add to Cart' }));
    await expect(buyNow).toBeFocused();
    expect(await measureLayout(page)).toEqual(layout);
    await page.keyboard.press('Enter');
    await expect(toast(page, PAYING)).toBeVisible();
    await expectAccessible(page, 'main');

    // The buyer is told something else.
    await expect(card(other.page, 'Last Rotor').getByText(/^Held for you until/)).toBeVisible();
    await expect(other.page.getByText(PAYING)).toHaveCount(0);

    await payment.getByRole('button', { name: 'Pay' }).click();
    await expect(payment.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(shown.getByText('Sold', { exact: true }).first()).toBeVisible({ timeout: 2_000 });
    await expect(shown.getByText(PAYING)).toHaveCount(0);
    await expect(buyNow).toBeFocused();
    expect(await measureLayout(page)).toEqual(layout);
    await expectAccessible(page, 'main');
    await other.page.bringToFront();
    await other.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(card(other.page, 'Last Rotor').getByText('Held for you')).toHaveCount(0);
    await expect(other.page.getByText('Sold', { exact: true })).toHaveCount(0);
    await other.context.close();
  });
}
