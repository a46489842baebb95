import { defaultShop } from '../../app/core/settings/shop.ts';
import type { Page } from '../../tools/browser/playwright.ts';
import { badge, button, dialog, expect, test } from '../support/return-story.ts';
import { toast } from '../support/screens.ts';

/** In the shop's time zone. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: defaultShop.timeZone }).format(new Date());

const atDesk = (address: string) => `/admin/returns/${address.match(/RMA-\d+/)?.[0]}`;

async function approve(page: Page) {
  await button(page, 'Approve…').click();
  await page.getByLabel('Send it to *').fill('Partyard, Returns\n1 Yard Road, San Diego, CA 92101');
  await button(page, 'Approve').click();
  await expect(badge(page, 'Approved')).toBeVisible();
}

async function inspect(page: Page) {
  await button(page, 'Inspected…').click();
  await button(page, 'Save').click();
  await expect(badge(page, 'Inspected')).toBeVisible();
}

test('a return: two of three units arrive and the last one later, and a refund is refused before it is accepted', async ({
  page,
  buy,
  ship,
  visit,
  stripe,
  owner,
  expectRefunds,
  expectAccessible,
}) => {
  const order = await buy([
    { part_name: 'Front Brake Pads', price: 40, units: 3 },
    { part_name: 'Horn', price: 25 },
  ]);
  await ship(order);

  // The buyer asks on the phone.
  await page.setViewportSize({ width: 360, height: 740 });
  await visit('buyer', `/orders/${order.number}/return`);
  await expect(page.getByText('There is no restocking fee.')).toBeVisible();
  await button(page, 'Request the return').click();
  await expect(page.getByText("Choose what you're returning")).toBeInViewport();
  await expect(page.getByLabel(/^Front Brake Pads/)).toBeFocused();
  await page.getByLabel(/^Front Brake Pads/).fill('3');
  await page.getByLabel('It arrived damaged').check();
  await page.getByLabel('Tell us more').fill('The pads are cracked.');
  await expectAccessible(page);
  await button(page, 'Request the return').click();
  await expect(badge(page, 'Requested')).toBeVisible();
  const { default: sharp } = await import('sharp');
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'pad.jpg', mimeType: 'image/jpeg', buffer: picture });
  await button(page, 'Add photo').click();
  await expect(page.getByRole('img', { name: /, 1$/ })).toBeVisible();
  await expectAccessible(page);
  const address = page.url();

  // Staff approve it.
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit('staff', '/admin/returns');
  await expectAccessible(page);
  await page.getByRole('link', { name: /^RMA-/ }).first().click();
  await expect(page.getByText('The pads are cracked.')).toBeVisible();
  await button(page, 'Decline…').click();
  await button(page, 'Decline').click();
  const reason = page.getByLabel('Reason *');
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(/enter a reason for the buyer/);
  await button(page, 'Cancel').click();
  await button(page, 'Approve…').click();
  await expect(page.getByRole('radio', { name: /^Ours/ })).toBeChecked();
  await expectAccessible(page, '[role=dialog]');
  await button(page, 'Cancel').click();
  await approve(page);
  await expect(button(page, 'Received…')).toBeFocused();
  await expectAccessible(page);

  await visit('buyer', address);
  await page.getByRole('link', { name: 'Print the slip' }).click();
  await expect(page.getByText('1 Yard Road, San Diego, CA 92101')).toBeVisible();
  await expectAccessible(page);

  // Two units arrive. The rest stays open.
  await visit('staff', atDesk(address));
  await button(page, 'Received…').click();
  await dialog(page).getByLabel('Front Brake Pads').fill('2');
  await expect(page.getByRole('radio', { name: 'Still expected' })).toBeChecked();
  await expectAccessible(page, '[role=dialog]');
  await button(page, 'Save').click();
  await expect(badge(page, 'Received')).toBeVisible();
  await expect(page.getByText('3 × Front Brake Pads: 2 arrived')).toBeVisible();
  await inspect(page);

  // The provider refuses the refund, and accepts the second one.
  stripe.refundsBecome = 'failed';
  await button(page, 'Refund…').click();
  await page.getByLabel('What the buyer paid for return shipping').fill('2.50');
  await expectAccessible(page, '[role=dialog]');
  // $86.40 for two pads with their tax, and $2.50 for the way back. Pads for more than $100 were shipped for free.
  await button(page, 'Refund $88.90').click();
  await expectRefunds(order, ['failed']);
  await visit('buyer', address);
  await expect(page.getByText("The refund didn't go through. We'll send it again.")).toBeVisible();
  stripe.refundsBecome = 'succeeded';
  await visit('staff', atDesk(address));
  await expect(page.getByText('The refund of $88.90 failed')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Refund…').click();
  await page.getByLabel('What the buyer paid for return shipping').fill('2.50');
  await button(page, 'Refund $88.90').click();
  await expect(toast(page, /^\$88\.90 will be refunded/)).toBeVisible();
  // No step is left.
  await expect(page.getByRole('heading', { name: /^RMA-/ })).toBeFocused();
  await expectRefunds(order, ['failed', 'done']);
  expect(stripe.refundedOf(order.sessionId)).toBe(88_90);

  // The last unit comes with the number of the rest.
  await visit('buyer', address);
  await expect(badge(page, 'Refunded')).toBeVisible();
  await expect(page.getByText('$2.50')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^RMA-/ }).click();
  await expect(badge(page, 'Approved')).toBeVisible();
  await expectAccessible(page);
  await visit('staff', atDesk(page.url()));
  await expect(page.getByText('This is the rest of')).toBeVisible();
  await button(page, 'Received').click();
  await expect(badge(page, 'Received')).toBeVisible();
  await button(page, 'Inspected…').click();
  await dialog(page).getByRole('checkbox', { name: 'Front Brake Pads' }).check();
  await expectAccessible(page, '[role=dialog]');
  await button(page, 'Save').click();
  await button(page, 'Refund…').click();
  await button(page, /^Refund \$/).click();
  await expectRefunds(order, ['failed', 'done', 'done']);

  // The first two did not go back into stock with their refund.
  await visit('staff', `/admin/orders/${order.number}`);
  await button(page, 'More actions').click();
  await button(page, 'Units set aside…').click();
  await expect(dialog(page).getByLabel('Front Brake Pads')).toHaveValue('2');
  await expectAccessible(page, '[role=dialog]');
  await button(page, 'Save').click();
  await expect(toast(page, /back (into|in) stock/i)).toBeVisible();
  await expectAccessible(page);
  const { rows } = await owner.query('select stock_quantity from parts_catalog where id = $1', [
    order.partIds[0],
  ]);
  expect(rows).toEqual([{ stock_quantity: 9 }]);
});

test('a return of which the rest is not expected anymore @long', async ({
  page,
  buy,
  ship,
  visit,
  stripe,
  expectRefunds,
  expectAccessible,
}) => {
  const order = await buy([{ part_name: 'Wheel Bearing', price: 30, units: 2 }]);
  await ship(order);
  await visit('buyer', `/orders/${order.number}/return`);
  await page.getByLabel(/^Wheel Bearing/).fill('2');
  await page.getByLabel("I don't need it").check();
  await button(page, 'Request the return').click();
  await expect(badge(page, 'Requested')).toBeVisible();
  const address = page.url();

  await visit('staff', atDesk(address));
  await approve(page);
  await button(page, 'Received…').click();
  await dialog(page).getByLabel('Wheel Bearing').fill('1');
  await page.getByRole('radio', { name: 'Not expected anymore' }).check();
  await button(page, 'Save').click();
  await expect(page.getByLabel('Reason *')).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await page.getByLabel('Reason *').fill('The box had one bearing.');
  await button(page, 'Save').click();
  await expect(toast(page, 'Received in part. The rest is not expected anymore')).toBeVisible();
  await inspect(page);
  await button(page, 'Refund…').click();
  await button(page, 'Refund $32.40').click();
  await expectRefunds(order, ['done']);
  expect(stripe.refundedOf(order.sessionId)).toBe(32_40);

  await visit('buyer', address);
  await expect(badge(page, 'Refunded')).toBeVisible();
  await expect(page.getByText('The box had one bearing.').first()).toBeVisible();
  await expectAccessible(page);
});

test('a warranty claim: what was paid is refunded, with shipping', async ({
  page,
  buy,
  ship,
  visit,
  stripe,
  expectRefunds,
  expectAccessible,
}) => {
  const order = await buy([{ part_name: 'Starter', price: 80 }]);
  await ship(order);
  await visit('buyer', `/orders/${order.number}/claim`);
  await page.getByLabel('Installed by *').fill('Harbor Garage');
  await page.getByLabel('Installed on *').fill(today());
  await page.getByLabel('Mileage when installed *').fill('81000');
  await page.getByLabel('Mileage when it failed *').fill('81200');
  await page.getByLabel('The fault *').fill('It clicks and does not turn.');
  await expectAccessible(page);
  await button(page, 'Submit the claim').click();
  await expect(badge(page, 'Requested')).toBeVisible();
  await expectAccessible(page);
  const address = page.url();

  await visit('staff', atDesk(address));
  await expect(page.getByText('It clicks and does not turn.')).toBeVisible();
  await approve(page);
  await expectAccessible(page);
  await button(page, 'Received').click();
  await expect(badge(page, 'Received')).toBeVisible();
  await inspect(page);
  await button(page, 'Refund…').click();
  await expectAccessible(page, '[role=dialog]');
  await button(page, 'Refund $101.40').click();
  await expectRefunds(order, ['done']);
  expect(stripe.refundedOf(order.sessionId)).toBe(101_40);

  await visit('buyer', address);
  await expect(badge(page, 'Refunded')).toBeVisible();
});

test('a core: the old part comes back, and its charge is refunded', async ({
  page,
  buy,
  visit,
  stripe,
  expectRefunds,
  expectAccessible,
}) => {
  const order = await buy([{ part_name: 'Alternator', price: 90, core_charge: 40 }]);
  await visit('buyer', `/orders/${order.number}/core`);
  await expect(page.getByLabel(/^Alternator/)).toBeChecked();
  await expectAccessible(page);
  await button(page, 'Request the core return').click();
  await expect(badge(page, 'Requested')).toBeVisible();
  await expectAccessible(page);
  const address = page.url();

  await visit('staff', atDesk(address));
  await button(page, 'Approve…').click();
  await expectAccessible(page, '[role=dialog]');
  await button(page, 'Cancel').click();
  await approve(page);
  await button(page, 'Received').click();
  await expect(badge(page, 'Received')).toBeVisible();
  await inspect(page);
  await button(page, 'Refund…').click();
  await expectAccessible(page, '[role=dialog]');
  await button(page, 'Refund $43.20').click();
  await expectRefunds(order, ['done']);
  expect(stripe.refundedOf(order.sessionId)).toBe(43_20);

  await visit('buyer', address);
  await expect(badge(page, 'Refunded')).toBeVisible();
  await expectAccessible(page);
});

test('a refund before the last unit ships: units are not sent, came back, or are set aside @long', async ({
  page,
  buy,
  ship,
  visit,
  stripe,
  owner,
  expectRefunds,
  expectAccessible,
}) => {
  const order = await buy([{ part_name: 'Mirror', price: 20, units: 5 }]);
  await ship(order, [3]);
  await visit('staff', `/admin/orders/${order.number}`);
  await button(page, 'More actions').click();
  await button(page, 'Refund…').click();
  const group = (name: string) => dialog(page).getByRole('group', { name, exact: true });
  await group('Not shipped').getByLabel('Mirror').fill('2');
  // What can be done with the chosen units is next by keyboard.
  await page.keyboard.press('Tab');
  await expect(group('Not shipped').getByLabel('Put back into stock')).toBeFocused();
  await group('Shipped').getByLabel('Mirror').fill('1');
  await page.keyboard.press('Tab');
  await expect(group('Shipped').getByLabel('Back in the shop: put into stock')).toBeFocused();
  await page.keyboard.press('Space');
  await expectAccessible(page, '[role=dialog]');
  await button(page, 'Refund $64.80').click();
  await expectRefunds(order, ['done']);
  expect(stripe.refundedOf(order.sessionId)).toBe(64_80);
  const stock = async () => {
    const { rows } = await owner.query('select stock_quantity from parts_catalog where id = $1', [
      order.partIds[0],
    ]);
    return rows[0].stock_quantity as number;
  };
  expect(await stock()).toBe(5);

  await visit('staff', `/admin/orders/${order.number}`);
  await expect(page.getByText('2 set aside')).toBeVisible();
  await button(page, 'More actions').click();
  await button(page, 'Units set aside…').click();
  await dialog(page).getByLabel('Mirror').fill('1');
  await button(page, 'Save').click();
  await expect.poll(stock).toBe(6);
  await expect(page.getByText('1 set aside')).toBeVisible();
  await expectAccessible(page);
});
