import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '../support/accounts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';
const ADDRESS = {
  name: 'Olga Driver',
  line1: '12 Oak Street',
  city: 'San Diego',
  state: 'CA',
  postalCode: '92101',
  country: 'US',
  place: 'residential',
};

let shop: TestShop;
let made = 0;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function someone() {
  const email = `olga-${(made += 1)}@example.com`;
  const id = await shop.addUser({ email, password: PASSWORD });
  const browser = new TestBrowser(shop);
  await browser.signIn(email, PASSWORD);
  return { id, browser };
}

const add = (browser: TestBrowser, change: object = {}) =>
  browser.send('POST', '/profile/addresses', { ...ADDRESS, ...change });
const list = async (browser: TestBrowser) => {
  const answer = await browser.request('/profile/addresses');
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
  return (await answer.json()).addresses as { id: string; name: string; isDefault: boolean }[];
};
const names = async (browser: TestBrowser) =>
  (await list(browser)).map(({ name, isDefault }) => (isDefault ? `${name} (default)` : name));
const idOf = async (browser: TestBrowser, wanted: string) =>
  (await list(browser)).find(({ name }) => name === wanted)?.id ?? '';

test('one address is the default: the first one, until another one is', async () => {
  const { browser } = await someone();
  expect((await add(browser, { name: 'Home' })).status).toBe(201);
  await add(browser, { name: 'Garage' });
  await add(browser, { name: 'Office' });
  expect(await names(browser)).toEqual(['Home (default)', 'Office', 'Garage']);
  const garage = `/profile/addresses/${await idOf(browser, 'Garage')}`;
  expect(await browser.send('PUT', garage, { ...ADDRESS, name: 'Workshop', isDefault: 'on' })).toMatchObject({
    status: 200,
  });
  expect(await names(browser)).toEqual(['Workshop (default)', 'Office', 'Home']);
  expect((await browser.send('DELETE', garage)).status).toBe(200);
  expect(await names(browser)).toEqual(['Office (default)', 'Home']);
  expect((await browser.send('DELETE', garage)).status).toBe(404);
  await add(browser, { name: 'Farm', isDefault: 'on' });
  expect(await names(browser)).toEqual(['Farm (default)', 'Office', 'Home']);
});

test('concurrent changes leave one default', async () => {
  const { browser } = await someone();
  await Promise.all(['A', 'B', 'C', 'D'].map((name) => add(browser, { name, isDefault: 'on' })));
  expect((await names(browser)).filter((name) => name.endsWith('(default)'))).toHaveLength(1);
});

test('an address is validated like the one of the checkout, and nothing is saved', async () => {
  const { browser } = await someone();
  expect(await add(browser, { postalCode: '10001' })).toMatchObject({
    status: 400,
    body: { error: 'Your ZIP code 10001 is in New York, not in California.' },
  });
  expect((await add(browser, { country: 'FR', state: '', postalCode: '' })).status).toBe(400);
  for (const odd of [null, [], 'x', { name: { a: 1 } }]) {
    expect((await browser.send('POST', '/profile/addresses', odd)).status).toBe(400);
  }
  expect(await list(browser)).toEqual([]);
});

test('an address belongs to one user', async () => {
  const olga = await someone();
  const sam = await someone();
  await add(olga.browser, { name: 'Home' });
  const path = `/profile/addresses/${await idOf(olga.browser, 'Home')}`;
  expect(await list(sam.browser)).toEqual([]);
  expect((await sam.browser.send('PUT', path, { ...ADDRESS, name: 'Sam', isDefault: 'on' })).status).toBe(
    404,
  );
  expect((await sam.browser.send('DELETE', path)).status).toBe(404);
  expect((await add(sam.browser, { user_id: olga.id })).status).toBe(409);
  expect((await new TestBrowser(shop).request('/profile/addresses')).status).toBe(401);
  expect((await add(new TestBrowser(shop))).status).toBe(401);
  expect(await names(olga.browser)).toEqual(['Home (default)']);
});

test('odd ids and methods are refused', async () => {
  const { browser } = await someone();
  expect((await browser.send('PUT', '/profile/addresses/x', ADDRESS)).status).toBe(404);
  expect((await browser.send('PUT', `/profile/addresses/${randomUUID()}`, ADDRESS)).status).toBe(404);
  expect((await browser.send('DELETE', '/profile/addresses', ADDRESS)).status).toBe(405);
  expect((await browser.send('POST', `/profile/addresses/${randomUUID()}`, ADDRESS)).status).toBe(405);
});

test('a user has at most 20 addresses, and each change is in the audit trail', async () => {
  const { id, browser } = await someone();
  for (let n = 0; n < 20; n += 1) expect((await add(browser)).status).toBe(201);
  expect(await add(browser)).toMatchObject({
    status: 409,
    body: { error: 'You can save 20 addresses. Please delete one first.' },
  });
  const { rows } = await shop.database.owner.query(
    "select distinct action, details, ip_address from audit_logs where user_id = $1 and action like 'address%'",
    [id],
  );
  expect(rows).toEqual([{ action: 'address_added', details: {}, ip_address: browser.address }]);
  await shop.database.owner.query(
    "insert into cart_lines (user_id, part_id, quantity) values ($1, 'c0ffee00-0000-4000-8000-000000000000', 2)",
    [id],
  );
  expect(await (await browser.request('/profile/data')).json()).toMatchObject({
    cart: [{ part_id: 'c0ffee00-0000-4000-8000-000000000000', quantity: 2 }],
    saved_addresses: Array.from({ length: 20 }, () => expect.objectContaining({ line1: '12 Oak Street' })),
  });
  await browser.send('DELETE', '/auth/v1/user', { password: PASSWORD });
  expect(
    (await shop.database.owner.query('select from saved_addresses where user_id = $1', [id])).rows,
  ).toEqual([]);
});
