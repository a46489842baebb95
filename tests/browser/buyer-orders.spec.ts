import type pg from 'pg';
import type { BrowserContext, Page } from '../../tools/browser/playwright.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { expect, test } from '../support/admin-story.ts';
import { addDeskOrder } from '../support/desk-orders.ts';
import { openLive } from '../support/live-page.ts';
import { results } from '../support/screens.ts';

/** Buys one part as a guest. Returns the tab with the success page. */
async function pay(page: Page, context: BrowserContext, make: string, email: string): Promise<Page> {
  await page.goto(results(make));
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.goto('/cart');
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  const payment = await opened;
  await payment.getByLabel('Email').fill(email);
  await payment.getByRole('button', { name: 'Pay' }).click();
  await expect(payment.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  return payment;
}

async function orderOf(owner: pg.Client, email: string): Promise<{ id: string; number: string }> {
  const { rows } = await owner.query('select id, number from orders where email = $1', [email]);
  return { id: rows[0].id, number: formatOrderNumber(rows[0].number) };
}

test('a guest on a phone pays, opens the link of the mail, asks a question, and cancels', async ({
  page,
  context,
  make,
  stock,
  owner,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await stock([
    {
      part_name: 'Alternator',
      price: 60,
      stock_quantity: 3,
      vehicle_year: 2015,
      oem_number: '31100-RAA-A01',
    },
  ]);
  const email = `guest-${Date.now()}@example.com`;
  const success = await pay(page, context, make, email);
  await success.setViewportSize({ width: 360, height: 740 });
  const { id, number } = await orderOf(owner, email);
  await expect(success.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await expect(success.getByText(/We'll ship your parts by/)).toBeVisible();
  await expectAccessible(success, 'main');
  await success.getByRole('link', { name: 'Return Home' }).click();
  await expect(success.getByRole('link', { name: 'Your orders' })).toHaveAttribute('href', '/orders');
  await success.close();

  const { rows: mails } = await owner.query('select body from mails where recipient = $1', [email]);
  const link = /\/orders\/\S+token=\S+/.exec(mails[0].body)?.[0] ?? '';
  await openLive(page, link);
  await expect(page).toHaveURL(new RegExp(`/orders/${number}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await expect(page.getByRole('list', { name: 'Progress' }).getByRole('listitem')).toHaveCount(4);
  await expect(page.getByText('500 Harbor Drive')).toBeVisible();
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
    [360, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  }

  // What staff do shows on the open page, and keeps what is typed.
  await page.getByLabel('Your question about this order').fill('Does it come with a pulley?');
  await expect(page.getByText('The box is damaged')).toHaveCount(0);
  await owner.query(
    `insert into order_events (order_id, kind, details)
     values ($1, 'delayed', jsonb_build_object('shipBy', now() + interval '3 days', 'note', 'The box is damaged'))`,
    [id],
  );
  await expect(page.getByText('The box is damaged')).toBeVisible();
  await page.getByRole('button', { name: 'Send the question' }).click();
  await expect(page.getByRole('alert')).toContainText('We received your question');
  await expect(page.getByRole('alert')).toBeInViewport();
  await expect(page.getByText('Does it come with a pulley?')).toBeVisible();

  await page.getByLabel('Cancel the entire order').check();
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByRole('alert')).toContainText('Your order is canceled.');
  await expect(page.getByText('You canceled the order')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel the order' })).toHaveCount(0);
  const { rows } = await owner.query('select progress from orders where id = $1', [id]);
  expect(rows).toEqual([{ progress: 'canceled' }]);
});

test('a user goes from Order History to the order and its invoice', async ({
  page,
  owner,
  signIn,
  expectAccessible,
}) => {
  const added = await addDeskOrder(owner, { parts: [{ name: 'Alternator' }] });
  const number = formatOrderNumber(added.number);
  await owner.query('update orders set user_id = $2 where id = $1', [added.id, await signIn()]);
  await page.goto('/profile?tab=orders');
  const order = page.getByRole('listitem').filter({ hasText: number }).first();
  await order.locator('summary').click();
  await order.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
  await page.getByRole('link', { name: 'Print invoice' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Invoice ${number}` })).toBeVisible();
  await expectAccessible(page, 'main');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('rowheader', { name: 'Alternator' })).toBeVisible();
});
