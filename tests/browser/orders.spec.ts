import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { addDeskOrder, type DeskOrder, type NewDeskOrder } from '../support/desk-orders.ts';
import { expect, test } from '../support/admin-story.ts';
import { deleteOrders } from '../support/orders.ts';
import { measureLayout, openLive } from '../support/live-page.ts';
import { panelEntry, newsOf } from '../support/screens.ts';

/** A name that only the orders of one story have. */
function findOwnName(): string {
  return `Buyer${randomUUID().replaceAll('-', '')}`;
}

async function addOrders(owner: pg.Client, buyer: string, orders: readonly NewDeskOrder[]) {
  const added = [];
  for (const order of orders) added.push(await addDeskOrder(owner, { buyer: `Dana ${buyer}`, ...order }));
  return added.map(({ id, number, lineIds }) => ({ id, lineIds, number: formatOrderNumber(number) }));
}

const removeOrders = (owner: pg.Client, buyer: string) =>
  deleteOrders(owner, 'customer_name like $1', [`%${buyer}`]);

test('staff find an order, open it, and go on to the next one, by keyboard', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  const buyer = findOwnName();
  const [first, second, third] = (await addOrders(owner, buyer, [
    { parts: [{ name: 'Horn' }, { name: 'Mirror' }] },
    { progress: 'packed' },
    { shipBy: "now() - interval '2 hours'", refunded: 5 },
  ])) as [DeskOrder, DeskOrder, DeskOrder];
  await signIn();
  await page.goto('/admin/orders');
  await expect(panelEntry(page, 'Orders')).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await expect(search).toBeFocused();
  await page.keyboard.type(`${buyer} dana`);
  await expect(page).toHaveURL(/view=all.*q=Buyer/);
  await expect(page.getByText('3 orders found')).toBeVisible();
  // Typing moves nothing.
  await page.keyboard.type('jk');
  await expect(search).toHaveValue(`${buyer} danajk`);
  await search.fill(buyer);
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === buyer);
  await expect(page.getByText('3 orders found')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Overdue');
  await expect(rows.nth(1)).toContainText('Partly refunded');
  await expect(rows.nth(3)).toContainText('Horn and 1 more');
  // The list of the search before is faint.
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  await expectAccessible(page, 'main');

  await page.getByText('3 orders found').click();
  await search.blur();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: third.number })).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('1 order selected')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: second.number })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Order ${second.number}` })).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('link', { name: `Next order, ${first.number}` }).click();
  await expect(page.getByRole('heading', { name: `Order ${first.number}` })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Next order/ })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'All', exact: true }).click();
  await expect(page.getByText('3 orders found')).toBeVisible();

  await page.getByText('Keyboard', { exact: true }).click();
  await page.getByLabel('Keyboard shortcuts').uncheck();
  await page.getByText('3 orders found').click();
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await page.reload();
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await removeOrders(owner, buyer);
});

test('views, filters and the selection of a page', async ({ page, signIn, owner, expectAccessible }) => {
  const buyer = findOwnName();
  await addOrders(owner, buyer, [
    { progress: 'shipped' },
    { progress: 'packed' },
    { fulfillment: 'pickup', progress: 'ready' },
  ]);
  await signIn();
  await page.goto(`/admin/orders?view=all&q=${buyer}`);
  const views = page.getByRole('navigation', { name: 'Views of orders' });
  await views.getByRole('link', { name: /^To ship/ }).click();
  await expect(page.getByText('2 orders found')).toBeVisible();
  await expect(views.getByRole('link', { name: /^To ship/ })).toHaveAttribute('aria-current', 'page');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Delivery').selectOption('Pickup');
  await expect(page.getByText('1 order found')).toBeVisible();
  await expect(page.getByText('Filters (1)')).toBeVisible();
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(page).toHaveURL(/\/admin\/orders\?view=to-ship$/);
  await page.goto(`/admin/orders?view=all&q=${buyer}`);
  await page.getByLabel('Select all orders on this page').check();
  await expect(page.getByText('3 orders selected')).toBeVisible();
  await expectAccessible(page, 'main');
  await expect(page.getByRole('status').filter({ hasText: /^3 orders selected$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
  await expect(page.getByText('orders selected')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: /^Select PY-/ }).first()).toBeFocused();
  await removeOrders(owner, buyer);
});

test('works without scripts', async ({ browser, admin, signIn, owner }) => {
  const buyer = findOwnName();
  const [order] = await addOrders(owner, buyer, [{ progress: 'packed' }]);
  await signIn();
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.SHOP_URL });
  await context.addCookies(admin.cookies);
  const page = await context.newPage();
  await page.goto('/admin/orders');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(buyer);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('1 order found')).toBeVisible();
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('State').selectOption('Shipped');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No orders found')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: order?.number ?? '' }).click();
  await expect(page.getByRole('heading', { name: `Order ${order?.number}` })).toBeVisible();
  await context.close();
  await removeOrders(owner, buyer);
});

test('the list and an open order follow what others do', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  const buyer = findOwnName();
  const [order] = await addOrders(owner, buyer, [{}]);
  await signIn();
  await openLive(page, `/admin/orders?view=to-ship&q=${buyer}`);
  const row = page.getByRole('row').filter({ hasText: order?.number ?? '' });
  await expect(row).toContainText('To pack');
  // Not the counts of the views, which also follow.
  const shown = 'button, h1, h2, input, td, th, td a';
  const layout = await measureLayout(page, shown);
  await owner.query("update orders set progress = 'packed' where id = $1", [order?.id]);
  await expect(row).toContainText('Packed');
  await owner.query("update orders set progress = 'shipped' where id = $1", [order?.id]);
  const show = page.getByRole('button', { name: 'Show 1 change', exact: true });
  await expect(show).toBeVisible();
  await expect(row).toContainText('Moved');
  expect(await measureLayout(page, shown)).toEqual(layout);
  await show.click();
  await expect(page.getByText('No orders found')).toBeVisible();

  await openLive(page, `/admin/orders/${order?.number}`);
  await owner.query(
    `insert into order_events (order_id, kind, details) values ($1, 'note', '{"text": "Olga will call"}')`,
    [order?.id],
  );
  const showOrder = page.getByRole('button', { name: 'Show changes' });
  await expect(showOrder).toBeVisible();
  await expect(page.getByText('Olga will call')).toHaveCount(0);
  await expectAccessible(page, 'main');
  await showOrder.click();
  await expect(page.getByText('Olga will call')).toBeVisible();
  await expect(showOrder).toHaveCount(0);
  await expect(page.getByRole('heading', { name: `Order ${order?.number}` })).toBeFocused();

  await openLive(page, '/admin');
  await owner.query("insert into order_events (order_id, kind) values ($1, 'delivered')", [order?.id]);
  await expect(newsOf(page, 'Orders')).toBeVisible();
  await removeOrders(owner, buyer);
});

test('an order has a copied address and its alerts, on a phone too', async ({
  page,
  signIn,
  owner,
  context,
  expectAccessible,
}) => {
  const buyer = findOwnName();
  const [order] = await addOrders(owner, buyer, [
    { parts: [{ name: 'Horn', oem: '38100-TA0-A01', vehicle: '2012 Honda Accord', quantity: 2 }] },
  ]);
  await owner.query(
    `insert into alerts (kind, subject, order_id, details) values ('payment-amount-differs', $1, $2, $3)`,
    [randomUUID(), order?.id, { Order: order?.number }],
  );
  await signIn();
  await context.grantPermissions(['clipboard-write']);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin/orders?view=all&q=${buyer}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'main');
  await page
    .getByRole('listitem')
    .getByRole('link', { name: order?.number ?? '' })
    .click();
  await expect(page.getByRole('heading', { name: `Order ${order?.number}` })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  const alerts = page.getByRole('list', { name: 'Alerts about this order' });
  await alerts.getByRole('button', { name: /^Settle/ }).click();
  await expect(alerts).toHaveCount(0);
  await expect(page.getByRole('heading', { name: `Order ${order?.number}` })).toBeFocused();
  await page.goto('/admin/orders');
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await search.press('ControlOrMeta+v');
  await expect(search).toHaveValue(`Dana ${buyer} 500 Harbor Drive San Diego, CA 92101`);
  await page.goto('/admin/orders/PY-99999999');
  await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Most used' }).getByRole('link', { name: /^Orders/ }),
  ).toBeVisible();
  await removeOrders(owner, buyer);
});
