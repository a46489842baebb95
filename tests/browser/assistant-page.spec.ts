import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from '../support/own-shop.ts';
import { addParts } from '../support/parts.ts';

const HOME = {
  street_address: '500 Harbor Drive',
  address_locality: 'San Diego',
  address_region: 'CA',
  postal_code: '92101',
};

/** Prepares what a platform would, and returns the path of the buyer's page. */
async function prepare(owner: pg.Client, part: string): Promise<{ cart: string; checkout: string }> {
  const { rows } = await owner.query('insert into agent_platforms (profile_url) values ($1) returning id', [
    `https://assistant.example/${randomUUID()}`,
  ]);
  const asked = {
    line_items: [{ id: 'li_1', item: { id: part }, quantity: 2 }],
    buyer: { email: 'dana@example.com' },
    fulfillment: { methods: [{ type: 'shipping', destinations: [HOME] }] },
  };
  const add = (table: string, more: string, value: string) =>
    owner.query(`insert into ${table} (platform_id, asked ${more}) values ($1, $2 ${value}) returning id`, [
      rows[0].id,
      JSON.stringify(asked),
    ]);
  const cart = (await add('agent_carts', '', '')).rows[0].id;
  const checkout = (await add('agent_checkouts', ', is_signed', ', true')).rows[0].id;
  return { cart: `/assistant/cart_${cart}`, checkout: `/assistant/chk_${checkout}` };
}

test('a buyer checks what an assistant prepared, and pays it', async ({ page, owner, expectAccessible }) => {
  const [part = ''] = await addParts(owner, [{ part_name: 'Brake Pads', price: 40, stock_quantity: 2 }]);
  const { checkout } = await prepare(owner, part);
  await page.goto(checkout);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check and pay');
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('500 Harbor Drive');
  await expectAccessible(page);

  await owner.query('update parts_catalog set price = 45 where id = $1', [part]);
  await page.getByRole('button', { name: /^Pay \$/ }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('This purchase has changed since you opened the page');
  // 90.00, 15.00 for shipping, and 8 % tax.
  await page.getByRole('button', { name: 'Pay $112.20' }).press('Enter');
  await page.waitForURL('**/test-payment/*');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/payment-canceled');

  await page.goto(checkout);
  await page.getByRole('button', { name: 'Pay $112.20' }).click();
  await page.waitForURL('**/test-payment/*');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL('**/payment-success**');
  await page.goto(checkout);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This purchase is paid');
  await expectAccessible(page);
});

test('what an assistant put together goes into the cart, no more than there is', async ({
  page,
  owner,
  expectAccessible,
}) => {
  const [part = ''] = await addParts(owner, [{ part_name: 'Brake Pads', price: 40, stock_quantity: 1 }]);
  const { cart } = await prepare(owner, part);
  await page.goto(cart);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parts from your assistant');
  await expect(page.getByText('Only 1 of Brake Pads in stock')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add to my cart' }).press('Enter');
  await page.waitForURL('**/cart');
  await expect(page.getByRole('main')).toContainText('Brake Pads');
  await page.goto('/assistant/cart_unknown');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("We can't find this purchase");
});
