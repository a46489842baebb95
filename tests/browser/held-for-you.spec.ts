import type { BrowserContext, Page } from '../../tools/browser/playwright.ts';
import type pg from 'pg';
import { partAddress } from '#core/catalog/part-address.ts';
import { otherBrowser } from '../support/other-browser.ts';
import { forgetLists } from '../support/parts.ts';
import { card, junkyard, main, results, toast } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const PAYING = "In another shopper's checkout. Check back soon.";

async function openOrders(owner: pg.Client, part: string): Promise<string[]> {
  const { rows } = await owner.query(
    `select orders.id from orders join order_lines on order_id = orders.id
     where part_id = $1 and status = 'pending'`,
    [part],
  );
  return rows.map(({ id }) => id);
}

/** Starts a payment on the junkyard page, and closes its tab. */
async function buyNowAndLeave(page: Page, context: BrowserContext, make: string) {
  await page.goto(junkyard(make));
  const opened = context.waitForEvent('page');
  await card(page, 'Last Rotor').getByRole('button', { name: 'Buy Now' }).click();
  const payment = await opened;
  await expect(payment.getByRole('heading', { name: 'Test payment' })).toBeVisible();
  const address = payment.url();
  await payment.close();
  return address;
}

test('a shopper who closes the payment tab still holds the part on every page; others see it sold out', async ({
  page,
  context,
  make,
  stock,
  owner,
  expectAccessible,
}) => {
  const [id = ''] = await stock([{ part_name: 'Last Rotor', price: 60, stock_quantity: 1 }]);
  const payment = await buyNowAndLeave(page, context, make);
  const held = card(page, 'Last Rotor');
  // Without a reload.
  await expect(held.getByText(/^Held for you until/)).toBeVisible();
  await expect(held.getByRole('button', { name: 'Buy Now' })).toHaveCount(0);

  const part = partAddress({ id, name: 'Last Rotor', make, model: 'Roadster', year: 2015 });
  for (const address of [junkyard(make), results(make), part]) {
    await page.goto(address);
    const shown = address === part ? main(page) : held;
    await expect(shown.getByText(/^Held for you until/)).toBeVisible();
    await expect(shown.getByText('Held for you', { exact: true }).first()).toBeVisible();
    await expect(shown.getByText('Out of Stock')).toHaveCount(0);
    await expect(shown.getByText(PAYING)).toHaveCount(0);
    await expect(shown.getByRole('button', { name: 'Notify Me' })).toHaveCount(0);
    await expect(shown.getByRole('link', { name: 'Continue payment' })).toHaveAttribute('href', payment);
    await expectAccessible(page);
  }

  const other = await otherBrowser(page);
  await forgetLists(owner);
  await other.page.goto(junkyard(make));
  await expect(card(other.page, 'Last Rotor').getByText('Out of Stock')).toBeVisible();
  await expect(card(other.page, 'Last Rotor').getByText(PAYING)).toBeVisible();
  await expect(card(other.page, 'Last Rotor').getByRole('button', { name: 'Notify Me' })).toBeDisabled();
  await other.page.goto(results(make));
  await expect(card(other.page, 'Last Rotor').getByText(PAYING)).toBeVisible();
  await expect(card(other.page, 'Last Rotor').getByRole('link', { name: 'Request Part' })).toBeVisible();
  await expect(other.page.getByText('Held for you')).toHaveCount(0);
  await expectAccessible(other.page);
  await other.context.close();

  // By keyboard, and the focus stays where it was.
  const cancel = main(page).getByRole('button', { name: 'Cancel payment for Last Rotor' });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Payment canceled')).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  expect(await openOrders(owner, id)).toEqual([]);
});

test('a payment is continued from the card, and the part is sold @long', async ({
  page,
  context,
  make,
  stock,
}) => {
  await stock([{ part_name: 'Last Rotor', price: 60, stock_quantity: 1 }]);
  await buyNowAndLeave(page, context, make);
  await page.goto(results(make));
  const opened = context.waitForEvent('page');
  await card(page, 'Last Rotor').getByRole('link', { name: 'Continue payment' }).click();
  const payment = await opened;
  await payment.getByRole('button', { name: 'Pay' }).click();
  await expect(payment.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await payment.close();
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(card(page, 'Last Rotor').getByText('Out of Stock').first()).toBeVisible();
  await expect(card(page, 'Last Rotor').getByText('Held for you')).toHaveCount(0);
  await expect(card(page, 'Last Rotor').getByText(PAYING)).toHaveCount(0);
});

test('parts held in another payment are marked in the cart, and excluded', async ({
  page,
  context,
  make,
  stock,
}) => {
  await stock([
    { part_name: 'Last Rotor', price: 60, stock_quantity: 1 },
    { part_name: 'Pads', price: 40, stock_quantity: 4 },
  ]);
  await page.goto(results(make));
  for (const name of ['Last Rotor', 'Pads']) {
    await card(page, name).getByRole('button', { name: 'Add to Cart' }).click();
  }
  await buyNowAndLeave(page, context, make);
  await page.goto('/cart');
  const line = card(page, 'Last Rotor');
  await expect(line.getByText(/^Held for you until/)).toBeVisible();
  await expect(line.getByText('Not included in the total.')).toBeVisible();
  await expect(line.getByText('Out of Stock')).toHaveCount(0);
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByText('$40.00')).toBeVisible();
  await line.getByRole('button', { name: 'Cancel payment' }).click();
  await expect(summary.getByText('$100.00')).toBeVisible();
  await expect(line.getByText('Not included in the total.')).toHaveCount(0);
  await expect(line).toBeFocused();
});

test("the cart's open payment is shown in its summary without moving anything, and is continued or canceled", async ({
  page,
  context,
  make,
  stock,
  owner,
}) => {
  const [id = ''] = await stock([{ part_name: 'Last Rotor', price: 60, stock_quantity: 1 }]);
  await page.goto(results(make));
  await card(page, 'Last Rotor').getByRole('button', { name: 'Add to Cart' }).click();
  await page.goto('/cart');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const checkOut = summary.getByRole('button', { name: 'Proceed to Checkout' });
  const place = await checkOut.boundingBox();
  async function pay() {
    const opened = context.waitForEvent('page');
    await checkOut.click();
    const payment = await opened;
    await expect(payment.getByRole('heading', { name: 'Test payment' })).toBeVisible();
    const address = payment.url();
    await payment.close();
    return address;
  }
  const address = await pay();
  await expect(summary.getByText(/^Held for you until/)).toBeVisible();
  await expect(card(page, 'Last Rotor').getByText(/Held for you|Out of Stock/)).toHaveCount(0);
  expect(await checkOut.boundingBox()).toEqual(place);
  await expect(summary.getByText('$79.80')).toBeVisible();
  expect(await pay()).toBe(address);
  expect(await openOrders(owner, id)).toHaveLength(1);
  await summary.getByRole('button', { name: 'Cancel payment' }).click();
  await expect(summary.getByRole('link', { name: 'Continue Shopping' })).toBeVisible();
  await expect(summary.getByRole('heading')).toBeFocused();
  expect(await openOrders(owner, id)).toEqual([]);
});

test('shoppers without an open payment cause no requests for holds @long', async ({
  page,
  context,
  make,
  stock,
}) => {
  await stock([{ part_name: 'Last Rotor', price: 60, stock_quantity: 1 }]);
  const other = await otherBrowser(page);
  await buyNowAndLeave(other.page, other.context, make);
  await other.context.close();
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(junkyard(make));
  // A list may be 10 seconds old. Then a live update says it.
  await expect(card(page, 'Last Rotor').getByText(/^In another shopper's checkout/)).toBeVisible();
  await page.goto('/junkyard');
  await expect(main(page).getByRole('listitem').first()).toBeVisible();
  expect(asked).not.toContain('/functions/v1/own-holds');
});
