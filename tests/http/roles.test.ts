import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAdminCommand } from '#server/auth/admins.ts';
import { TestBrowser } from '../support/accounts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';
const OLGA = 'olga@example.com';

let shop: TestShop;
let browser: TestBrowser;
const run = (...words: string[]) => runAdminCommand(shop.database.owner, words);

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: OLGA, password: PASSWORD });
  browser = new TestBrowser(shop);
  await browser.signIn(OLGA, PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());

test('the operator adds and removes admins with immediate effect', async () => {
  expect(await run('list')).toEqual(['There are no admins.']);
  expect(await run('add', 'Olga@Example.com')).toEqual(['olga@example.com is now an admin.']);
  expect(await run('add', OLGA)).toEqual(['olga@example.com is already an admin.']);
  expect(await browser.whoAmI()).toMatchObject({ isAdmin: true });
  expect(await run('list')).toEqual([OLGA]);
  expect(await run('remove', OLGA)).toEqual(['olga@example.com is no longer an admin.']);
  expect(await run('remove', OLGA)).toEqual(['olga@example.com is not an admin.']);
  expect(await browser.whoAmI()).toMatchObject({ isAdmin: false });
});

test('bans and unbans', async () => {
  expect(await run('ban', OLGA)).toEqual(['olga@example.com is banned and signed out.']);
  expect(await browser.whoAmI()).toMatchObject({ user: null });
  expect((await browser.signIn(OLGA, PASSWORD)).status).toBe(403);
  expect(await run('unban', OLGA)).toEqual(['olga@example.com can sign in again.']);
  expect((await browser.signIn(OLGA, PASSWORD)).status).toBe(200);
});

test('and shows an error for impossible changes', async () => {
  await new TestBrowser(shop).signUp('new@example.com', PASSWORD);
  await expect(run('add', 'new@example.com')).rejects.toThrow('has not confirmed the email address yet.');
  await expect(run('add', 'nobody@example.com')).rejects.toThrow(
    'No account has the email nobody@example.com.',
  );
  for (const words of [[], ['add'], ['list', 'x'], ['toString', OLGA], ['add', OLGA, OLGA]]) {
    await expect(run(...words)).rejects.toThrow('npm run admin -- add EMAIL');
  }
});

test('no request of a client can make an admin', async () => {
  const claims = {
    role: 'admin',
    isAdmin: true,
    user_metadata: { role: 'admin' },
    app_metadata: { role: 'admin' },
  };
  await browser.send('PUT', '/auth/v1/user', { password: 'another password', data: claims, ...claims });
  await browser.send('PUT', '/profile/details', {
    display_name: 'Olga',
    phone: '',
    city: '',
    state: '',
    user_roles: [claims],
    ...claims,
  });
  await browser.send('POST', '/auth/v1/signup', {
    email: 'eve@example.com',
    password: PASSWORD,
    data: { display_name: 'Eve', ...claims },
    ...claims,
  });
  for (const path of ['/rest/v1/user_roles', '/user_roles', '/rpc/is_admin', '/auth/v1/admin/users']) {
    await browser.request(path, { method: 'POST', body: JSON.stringify(claims) });
  }
  const { rows } = await shop.database.owner.query('select from user_roles');
  expect(rows).toEqual([]);
  expect(await browser.whoAmI()).toMatchObject({ isAdmin: false });
});
