import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '../support/accounts.ts';
import { readOutcome } from '../support/read-outcome.ts';
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

async function send(browser: TestBrowser, fields: Record<string, string>) {
  const response = await browser.sendForm('/profile.data', fields);
  return { status: response.status, ...(await readOutcome(response)) };
}
const add = (browser: TestBrowser, change: Record<string, string> = {}) =>
  send(browser, { intent: 'save-address', ...ADDRESS, ...change });
const remove = (browser: TestBrowser, id: string) => send(browser, { intent: 'delete-address', id });
const DELETED = 'This address was deleted. Please reload the page.';
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
  expect(await add(browser, { name: 'Home' })).toEqual({ status: 200, done: true, message: 'Address saved' });
  await add(browser, { name: 'Garage' });
  await add(browser, { name: 'Office' });
  expect(await names(browser)).toEqual(['Home (default)', 'Office', 'Garage']);
  const id = await idOf(browser, 'Garage');
  expect(await add(browser, { id, name: 'Workshop', isDefault: 'on' })).toMatchObject({ done: true });
  expect(await names(browser)).toEqual(['Workshop (default)', 'Office', 'Home']);
  expect(await remove(browser, id)).toEqual({ status: 200, done: true, message: 'Address deleted' });
  expect(await names(browser)).toEqual(['Office (default)', 'Home']);
  expect(await remove(browser, id)).toEqual({
    status: 400,
    done: false,
    message: 'Failed to delete the address',
    note: DELETED,
  });
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
    message: 'Your ZIP code 10001 is in New York, not in California.',
  });
  expect((await add(browser, { country: 'FR', state: '', postalCode: '' })).status).toBe(400);
  expect(await send(browser, { intent: 'save-address' })).toMatchObject({ status: 400, done: false });
  expect(await list(browser)).toEqual([]);
});

test('an address belongs to one user', async () => {
  const olga = await someone();
  const sam = await someone();
  await add(olga.browser, { name: 'Home' });
  const id = await idOf(olga.browser, 'Home');
  expect(await list(sam.browser)).toEqual([]);
  expect(await add(sam.browser, { id, name: 'Sam', isDefault: 'on' })).toMatchObject({ message: DELETED });
  expect(await remove(sam.browser, id)).toMatchObject({ done: false, note: DELETED });
  expect(await add(sam.browser, { user_id: olga.id })).toMatchObject({ status: 409, done: false });
  const visitor = new TestBrowser(shop);
  expect((await visitor.request('/profile/addresses')).status).toBe(401);
  const refused = await visitor.sendForm('/profile', { intent: 'save-address', ...ADDRESS });
  expect([refused.status, refused.headers.get('Location')]).toEqual([303, '/auth']);
  expect(await names(olga.browser)).toEqual(['Home (default)']);
});

test('odd ids and methods are refused', async () => {
  const { browser } = await someone();
  expect(await add(browser, { id: 'x' })).toMatchObject({ status: 400, done: false });
  expect(await remove(browser, '')).toMatchObject({ status: 400, done: false });
  expect(await add(browser, { id: randomUUID() })).toMatchObject({ status: 400, message: DELETED });
  expect((await browser.request('/profile', { method: 'PUT' })).status).toBe(405);
  expect((await browser.request('/profile/addresses', { method: 'POST' })).status).toBe(405);
});

test('a user has at most 20 addresses, and each change is in the audit trail', async () => {
  const { id, browser } = await someone();
  for (let n = 0; n < 20; n += 1) expect((await add(browser)).status).toBe(200);
  expect(await add(browser)).toMatchObject({
    done: false,
    message: 'You can save 20 addresses. Please delete one first.',
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
