import { randomBytes } from 'node:crypto';
import type { Page } from '../../tools/browser/playwright.ts';
import type pg from 'pg';
import { hashPassword } from '#server/auth/passwords.ts';
import { otherBrowser } from '../support/other-browser.ts';
import { card, cartLink, results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const PASSWORD = 'the password of a story';

async function addUser(owner: pg.Client): Promise<string> {
  const email = `cart-${randomBytes(5).toString('hex')}@example.com`;
  const { rows } = await owner.query(
    'insert into auth.users (name, email, email_verified) values ($1, $1, true) returning id',
    [email],
  );
  await owner.query(
    "insert into auth.accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)",
    [rows[0].id, await hashPassword(PASSWORD)],
  );
  return email;
}

async function signIn(page: Page, email: string) {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(account(page)).toBeVisible();
}

const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Account of/ });

async function signOut(page: Page) {
  await account(page).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
}

const expectCart = (page: Page, count: string) =>
  expect(cartLink(page)).toHaveAccessibleName(`Cart, ${count}`);

async function quantities(owner: pg.Client, email: string): Promise<number[]> {
  const { rows } = await owner.query(
    'select quantity from cart_lines join auth.users on users.id = user_id where email = $1 order by quantity',
    [email],
  );
  return rows.map(({ quantity }) => quantity);
}

const storage = (page: Page) =>
  page.evaluate(() => ({
    items: localStorage.getItem('cart.items'),
    account: localStorage.getItem('cart.account'),
  }));

test('a cart follows its user to another browser, and leaves a browser at sign-out', async ({
  page,
  owner,
  make,
  stock,
}) => {
  await stock([
    { part_name: 'Brake Pads', price: 40, stock_quantity: 5 },
    { part_name: 'Rotor', price: 60, stock_quantity: 5 },
  ]);
  const [olga, sam] = [await addUser(owner), await addUser(owner)];
  const { context, page: phone } = await otherBrowser(page);

  // What was chosen before the sign-in joins the account.
  await page.goto(results(make));
  await expectCart(page, '0 items');
  await card(page, 'Brake Pads').getByRole('button', { name: 'Add to Cart' }).click();
  await signIn(page, olga);
  await signIn(phone, olga);
  await expectCart(phone, '1 item');

  // Each browser gets what the other one changes, when it is shown again.
  await phone.goto(results(make));
  await card(phone, 'Rotor').getByRole('button', { name: 'Add to Cart' }).click();
  await phone.goto('/cart');
  await card(phone, 'Brake Pads').getByRole('button', { name: 'Remove' }).click();
  await expectCart(phone, '1 item');
  await expect.poll(() => quantities(owner, olga)).toEqual([0, 1]);
  await page.goto('/cart');
  await expect(card(page, 'Rotor')).toBeVisible();
  await expect(card(page, 'Brake Pads')).toHaveCount(0);

  // The last change is sent before the session ends, in all tabs.
  const tab = await page.context().newPage();
  await tab.goto('/');
  await expectCart(tab, '1 item');
  await card(page, 'Rotor').getByRole('button', { name: 'Increase quantity' }).click();
  await signOut(page);
  await expectCart(page, '0 items');
  await expectCart(tab, '0 items');
  await expect.poll(() => storage(page)).toEqual({ items: '[]', account: null });

  await signIn(page, sam);
  await expect.poll(async () => (await storage(page)).account).toContain('"known":{}');
  await expectCart(page, '0 items');
  await signOut(page);
  await signIn(page, olga);
  await expectCart(page, '2 items');
  await context.close();
});

test('a cart stays while the shop cannot be reached, and is sent when it can @long', async ({
  page,
  owner,
  make,
  stock,
}) => {
  await stock([{ part_name: 'Brake Pads', price: 40, stock_quantity: 5 }]);
  const email = await addUser(owner);
  await signIn(page, email);
  await page.goto(results(make));
  await expect.poll(async () => (await storage(page)).account).toContain('"known":{}');
  await page.route(/\/(rest|auth)\/v1\//, (route) => route.fulfill({ status: 429, json: {} }));
  await card(page, 'Brake Pads').getByRole('button', { name: 'Add to Cart' }).click();
  await page.reload();
  await expectCart(page, '1 item');
  await page.unroute(/\/(rest|auth)\/v1\//);
  await page.reload();
  await expect.poll(async () => (await storage(page)).account).toMatch(/"known":\{"[\da-f-]{36}":1\}/);
  expect(await quantities(owner, email)).toEqual([1]);
});
