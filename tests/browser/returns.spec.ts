import type { Page } from '../../tools/browser/playwright.ts';
import { addDeskOrder } from '../support/desk-orders.ts';
import { expect, test } from '../support/own-shop.ts';
import { toast } from '../support/screens.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const badge = (page: Page, name: string) => page.getByRole('heading', { name: /^RMA-/ }).getByText(name);

test('a buyer returns a part on the phone, and the shop takes it back at the desk', async ({
  page,
  owner,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  // The order of the same person, so that one browser plays both parts.
  const order = await addDeskOrder(owner, {
    progress: 'delivered',
    parts: [
      { name: 'Front Brake Pads', vehicle: '2012 Honda Civic', quantity: 2 },
      { name: 'Horn', vehicle: '2012 Honda Civic' },
    ],
  });
  await owner.query('update orders set user_id = (select id from auth.users) where id = $1', [order.id]);
  const { rows } = await owner.query(
    "insert into shipments (order_id, method, delivered_at) values ($1, 'parcel', now()) returning id",
    [order.id],
  );
  await owner.query(
    'insert into shipment_lines (shipment_id, line_id, quantity) select $1, id, quantity from order_lines where order_id = $2',
    [rows[0].id, order.id],
  );

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/orders/PY-${order.number}/return`);
  await expect(page.getByText('There is no restocking fee.')).toBeVisible();
  await button(page, 'Request the return').click();
  await expect(page.getByText("Choose what you're returning")).toBeInViewport();
  await expect(page.getByLabel(/^Front Brake Pads/)).toBeFocused();
  await page.getByLabel(/^Front Brake Pads/).fill('1');
  await page.getByLabel('It arrived damaged').check();
  await page.getByLabel('Tell us more').fill('One pad is cracked.');
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

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/admin/returns');
  await expectAccessible(page);
  await page.getByRole('link', { name: /^RMA-/ }).first().click();
  await expect(page.getByText('One pad is cracked.')).toBeVisible();
  await button(page, 'Decline…').click();
  await button(page, 'Decline').click();
  const reason = page.getByLabel('Reason *');
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(/enter a reason for the buyer/);
  await button(page, 'Cancel').click();
  await button(page, 'Approve…').click();
  await expect(page.getByLabel('Ours', { exact: false }).first()).toBeChecked();
  await page.getByLabel('Send it to *').fill('Partyard, Returns\n1 Yard Road, San Diego, CA 92101');
  await expectAccessible(page);
  await button(page, 'Approve').click();
  await expect(badge(page, 'Approved')).toBeVisible();
  await expect(button(page, 'Received')).toBeFocused();
  await expectAccessible(page);

  await page.goto(address);
  await page.getByRole('link', { name: 'Print the slip' }).click();
  await expect(page.getByText('1 Yard Road, San Diego, CA 92101')).toBeVisible();
  await expectAccessible(page);

  await page.goto(address.replace(/\/orders\/[^/]+\/returns/, '/admin/returns'));
  await button(page, 'Received').click();
  await expect(badge(page, 'Received')).toBeVisible();
  await button(page, 'Inspected…').click();
  await button(page, 'Save').click();
  await expect(badge(page, 'Inspected')).toBeVisible();
  await button(page, 'Refund…').click();
  await page.getByLabel('What the buyer paid for return shipping').fill('2.50');
  await expectAccessible(page);
  await button(page, /^Refund \$/).click();
  await expect(toast(page, /will be refunded/)).toBeVisible();
  // No step is left.
  await expect(page.getByRole('heading', { name: /^RMA-/ })).toBeFocused();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Refund', exact: true })).toBeVisible();
  await expect(page.getByText('$2.50')).toBeVisible();
});
