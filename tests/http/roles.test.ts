import { afterEach, beforeEach, expect, test } from 'vitest';
import { listEntries } from '#desk/frame/panel-entries.ts';
import { runAdminCommand } from '#server/auth/admins.ts';
import { isLong } from '../support/is-long.ts';
import { TestBrowser } from '../support/accounts.ts';
import { randomAddress } from '../support/random-address.ts';
import { addressOf, routesOf } from '../support/routes.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';
const OLGA = 'olga@example.com';

let shop: TestShop;
let browser: TestBrowser;
const run = (...words: string[]) => runAdminCommand(shop.database.owner, words);

beforeEach(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: OLGA, password: PASSWORD });
  browser = new TestBrowser(shop);
  await browser.signIn(OLGA, PASSWORD);
});
afterEach(() => shop[Symbol.asyncDispose]());

test('the operator adds and removes admins with immediate effect', async () => {
  expect(await run('list')).toEqual(['There are no admins and no staff.']);
  expect(await run('add', 'Olga@Example.com')).toEqual(['olga@example.com is now an admin.']);
  expect(await run('add', OLGA)).toEqual(['olga@example.com is already an admin.']);
  expect(await browser.whoAmI()).toMatchObject({ isAdmin: true, role: 'admin' });
  expect(await run('list')).toEqual([`admin   ${OLGA}`]);
  expect(await run('remove', OLGA)).toEqual(['olga@example.com is no longer an admin.']);
  expect(await run('remove', OLGA)).toEqual(['olga@example.com is not an admin.']);
  expect(await browser.whoAmI()).toMatchObject({ isAdmin: false, role: null });
});

test('and staff, who have one role at a time', async () => {
  expect(await run('add-staff', OLGA)).toEqual(['olga@example.com is now staff.']);
  expect(await run('add-staff', OLGA)).toEqual(['olga@example.com is already staff.']);
  expect(await browser.whoAmI()).toMatchObject({ isAdmin: false, role: 'staff' });
  await shop.database.owner.query('update auth.users set two_factor_enabled = true where email = $1', [OLGA]);
  expect(await run('list')).toEqual([`staff   ${OLGA}   with a second step`]);
  await shop.database.owner.query('update auth.users set two_factor_enabled = false where email = $1', [
    OLGA,
  ]);
  await run('add', OLGA);
  expect(await run('list')).toEqual([`admin   ${OLGA}`]);
  await expect(run('add-staff', OLGA)).rejects.toThrow('is an admin, who may do all that staff may.');
  expect(await run('remove-staff', OLGA)).toEqual(['olga@example.com is not staff.']);
  await run('remove', OLGA);
  await run('add-staff', OLGA);
  expect(await run('remove-staff', OLGA)).toEqual(['olga@example.com is no longer staff.']);
  expect(await browser.whoAmI()).toMatchObject({ isAdmin: false, role: null });
});

async function signInStaff(): Promise<string> {
  await shop.addUser({ email: 'stan@example.com', password: PASSWORD, staff: true });
  return shop.signIn('stan@example.com', PASSWORD);
}

/** The rest of the panel is for admins only. */
const staffRoutes = [
  '/admin',
  '/admin/part-choices',
  '/admin/today',
  '/admin/find',
  '/admin/orders',
  '/admin/orders/:number',
  '/admin/order-version/:number',
  '/admin/order-photo/:id',
  '/admin/order/:number/evidence.pdf',
  '/admin/orders-labels.csv',
  '/admin/orders-print',
  '/admin/alerts',
  '/admin/waiting',
  '/admin/check',
  '/admin/labels',
  '/admin/vehicles',
  '/admin/vehicles.csv',
  '/admin/vehicles/money',
  '/admin/vehicles/bid',
  '/admin/vehicles/:id',
  '/admin/vehicles/:id/parts',
  '/admin/vehicle-parts/:id',
  '/admin/vehicles/:id/worksheet',
  '/admin/vehicles/reports',
  '/admin/vehicles/converters',
  '/admin/yard/converters.csv',
  '/admin/yard/police-book.csv',
  '/admin/part-price',
  '/admin/part/:id',
  '/admin/part/:id/pictures',
  '/admin/orders/pull',
  '/admin/vehicles/:id/pictures',
  '/admin/orders/quotes',
  '/admin/orders/quotes/new',
  '/admin/orders/quotes/:number',
  '/admin/orders/quotes/:number/change',
  '/admin/returns',
  '/admin/returns/:rma',
  '/admin/return-version/:rma',
  '/admin/return-photo/:id',
  '/admin/requests',
  '/admin/requests/:reference',
  '/admin/requests/waiting',
  '/admin/messages',
  '/admin/messages/:reference',
  '/admin/messages/saved-answers',
  '/admin/inbox/:reference',
];

test('staff enter the panel for their own tabs, admins for all, and nobody else', async () => {
  const staff = await signInStaff();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  const people = {
    visitor: '',
    stranger: await shop.signIn(OLGA, PASSWORD),
    staff,
    admin: await shop.signIn('ada@example.com', PASSWORD),
  };
  const paths = routesOf(shop.build)
    .map(({ path }) => path)
    .filter((path) => /^\/admin(\/|$)/.test(path));
  expect(paths).toEqual(expect.arrayContaining(staffRoutes));
  const reads = ['GET'];
  const writes = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  // The rule is one for all methods. In the short run, only staff write: to them, half of the screens are closed.
  const methodsOf = isLong
    ? { visitor: writes, stranger: writes, staff: writes, admin: writes }
    : { visitor: reads, stranger: reads, staff: ['GET', 'POST'], admin: reads };
  const id = '00000000-0000-4000-8000-00000000000a';
  for (const path of paths) {
    const address = addressOf(path, () => id);
    for (const [person, cookie] of Object.entries(people)) {
      for (const method of methodsOf[person as keyof typeof people]) {
        // The limit by address is lower than these requests.
        const headers = { Cookie: cookie, 'X-Forwarded-For': randomAddress() };
        const response = await shop.request(address, { method, headers });
        const sentTo = response.headers.get('Location');
        const expected =
          person === 'admin' || (person === 'staff' && staffRoutes.includes(path))
            ? null
            : person === 'staff'
              ? '/admin'
              : '/auth';
        const hint = 'A screen of staff is listed in staffRoutes, others are below only-admins.ts';
        expect([person, method, path, sentTo], hint).toEqual([person, method, path, expected]);
      }
    }
  }
});

test('staff see and change what they may', async () => {
  const { owner } = shop.database;
  const cookie = await signInStaff();
  const { rows } = await owner.query('insert into orders (amount) values (10) returning id');
  await owner.query(
    "insert into alerts (kind, subject, order_id) values ('refund-failed', 'one', $1), ('webhook-silent', 'two', null)",
    [rows[0].id],
  );
  const page = await (await shop.request('/admin', { headers: { Cookie: cookie } })).text();
  const sideBar = page.slice(page.indexOf('aria-label="Admin Panel"'), page.indexOf('</nav>'));
  const links = [...sideBar.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, address]) => address);
  expect(links).toEqual(listEntries('staff').map(({ address }) => address));
  const waiting = await (await shop.request('/admin/waiting', { headers: { Cookie: cookie } })).json();
  expect(waiting).toEqual({ orders: 0, returns: 0, requests: 0, messages: 0, alerts: 1 });

  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: 'save', part_name: 'Horn', category: 'General' }))
    form.set(name, value);
  const added = await shop.request('/admin/part/new', {
    method: 'POST',
    body: form,
    headers: { Cookie: cookie, Origin: 'http://shop.test' },
  });
  expect(await added.json()).toMatchObject({ done: true });
  const events = await owner.query(
    "select action from audit_logs join auth.users on users.id = user_id where email = 'stan@example.com' and action like 'admin%'",
  );
  expect(events.rows).toEqual([{ action: 'admin_add_part' }]);
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
  await browser.sendForm('/profile', {
    intent: 'save-details',
    display_name: 'Olga',
    phone: '',
    city: '',
    state: '',
    user_roles: 'admin',
    role: 'admin',
    isAdmin: 'true',
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
  const { rows } = await shop.database.owner.query(
    'select from user_roles join auth.users on id = user_id where email = any($1)',
    [[OLGA, 'eve@example.com']],
  );
  expect(rows).toEqual([]);
  expect(await browser.whoAmI()).toMatchObject({ isAdmin: false });
});
