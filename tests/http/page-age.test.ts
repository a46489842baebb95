import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { partAddress } from '#core/catalog/part-address.ts';
import { createStaffCheck } from '#server/auth/staff-check.ts';
import { createNotifications, type Notifications } from '#server/database/notifications.ts';
import { servePages } from '#server/page-cache/serve-pages.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const civic = { vehicle_make: 'Honda', vehicle_model: 'Civic', vehicle_year: 2010, category: 'Brakes' };
const LISTS = [
  '/',
  '/junkyard',
  '/junkyard.data',
  '/junkyard?q=pads',
  '/?make=Honda&model=Civic&year=2010&category=Brakes',
  '/parts/Honda/Civic/2010',
  '/api/parts?q=pads',
  '/api/parts/count?q=pads',
  '/api/suggestions?q=pads',
];

let shop: TestShop;
/** Each with a cache and a connection of its own, as in a process of its own. */
let caches: { url: string; notifications: Notifications; close: () => void }[];
/** Milliseconds of the clock of both caches. */
let time = 0;
let id: string;
let page: string;
/** Since the start of the test. */
let rendered: string[];

beforeAll(async () => {
  shop = await createTestShop();
  caches = await Promise.all([startCache(), startCache()]);
  await vi.waitUntil(() => caches.every(({ notifications }) => notifications.listening), 10_000);
});
afterAll(async () => {
  for (const { notifications, close } of caches) {
    await notifications.stop();
    close();
  }
  await shop[Symbol.asyncDispose]();
});
beforeEach(async () => {
  // What an earlier test has kept is too old.
  time += 3_600_000;
  rendered = [];
  await shop.database.owner.query('delete from parts_catalog');
  [id = ''] = await addParts(shop.database.owner, [
    { ...civic, part_name: 'Brake Pads', price: 25, stock_quantity: 3 },
  ]);
  page = partAddress({ id, name: 'Brake Pads', make: 'Honda', model: 'Civic', year: 2010 });
  await everyCacheKnows();
});

async function startCache() {
  const notifications = createNotifications({
    url: shop.database.ownerUrl,
    log: pino({ level: 'silent' }),
  });
  const { listener } = servePages({
    fetch: async (request, bindings) => {
      rendered.push(new URL(request.url).pathname);
      return shop.fetch(request, bindings);
    },
    siteUrl: 'http://shop.test',
    trustRequestId: true,
    wantsNewest: createStaffCheck({ accounts: shop.accounts, siteUrl: 'http://shop.test' }),
    maxBytes: 10_000_000,
    notifications,
    caughtUp: () => notifications.caughtUp(),
    onCatalogChange: () => undefined,
    now: () => time,
    log: pino({ level: 'silent' }),
  });
  notifications.start();
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    notifications,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const everyCacheKnows = () => Promise.all(caches.map(({ notifications }) => notifications.caughtUp()));

async function change(statement: string, ...values: unknown[]): Promise<void> {
  await shop.database.owner.query(statement, values);
  await everyCacheKnows();
}

/** As the cache of this number answers it. */
async function read(path: string, cache = 0): Promise<string> {
  const answer = await fetch(caches[cache]?.url + path, { redirect: 'manual' });
  return answer.text();
}

/** Repeats the request while a slow machine answers with pages that lack their counts. */
async function untilKept(path: string): Promise<string> {
  await expect
    .poll(async () => {
      rendered = [];
      await read(path);
      return rendered;
    })
    .toEqual([]);
  return read(path);
}

/** As it is rendered now. */
async function readNewest(path: string): Promise<string> {
  return (await shop.request(path)).text();
}

/** Without what differs with each rendering: the number of the newest change. */
const comparable = (text: string) => text.replaceAll(/asOf\\?",\d+|nonce="[^"]*"/g, '');

test.each([
  ['price', 'update parts_catalog set price = 31 where id = $1', '$31.00'],
  ['stock', 'update parts_catalog set stock_quantity = 2 where id = $1', 'In Stock: 2'],
  ['last piece', 'update parts_catalog set stock_quantity = 0 where id = $1', 'Out of Stock'],
  ['hold', 'update parts_catalog set stock_held = 3 where id = $1', 'In another shopper'],
  ['text', `update parts_catalog set description = 'Hardly worn' where id = $1`, 'Hardly worn'],
  [
    'vehicle that it fits',
    `insert into part_fitments (part_id, make, model, from_year, to_year) values ($1, 'Kia', 'Rio', 2001, 2002)`,
    'Rio',
  ],
])('a changed %s is on the page of the part at once, in every cache', async (_, statement, text) => {
  for (const cache of [0, 1, 0, 1]) expect(await read(page, cache)).not.toContain(text);
  expect(rendered).toHaveLength(2);
  await change(statement, id);
  for (const cache of [0, 1]) expect(await read(page, cache)).toContain(text);
});

test('a deleted part is gone at once, and the page of another stays', async () => {
  const [other = ''] = await addParts(shop.database.owner, [{ part_name: 'Horn', price: 9 }]);
  await everyCacheKnows();
  const horn = partAddress({ id: other, name: 'Horn', make: null, model: null, year: null });
  const horns = (await fetch(caches[0]?.url + horn)).url.replace(caches[0]?.url ?? '', '');
  for (const path of [page, horns]) await read(path);
  rendered = [];
  await change('delete from parts_catalog where id = $1', id);
  expect((await fetch(caches[0]?.url + page)).status).toBe(404);
  await read(horns);
  expect(rendered).toHaveLength(1);
});

test('a part with the same number is on the page of a part as soon as it has it', async () => {
  const numbered = { ...civic, part_name: 'Brake Pads', oem_number: '45022-TR3', price: 19 };
  await change(`update parts_catalog set oem_number = '45022-TR3' where id = $1`, id);
  for (const cache of [0, 1]) expect(await read(page, cache)).not.toContain('$19.00');
  const [other] = await addParts(shop.database.owner, [numbered]);
  await everyCacheKnows();
  for (const cache of [0, 1]) expect(await read(page, cache)).toContain('$19.00');
  await change('update parts_catalog set price = 18 where id = $1', other);
  for (const cache of [0, 1]) expect(await read(page, cache)).toContain('$18.00');
});

test.each(LISTS)('%s is at most 10 seconds old', async (path) => {
  const before = comparable(await untilKept(path));
  await addParts(shop.database.owner, [
    { ...civic, part_name: 'Brake Pads and More', price: 12, stock_quantity: 1 },
  ]);
  await everyCacheKnows();
  const after = comparable(await readNewest(path));
  expect(after).not.toBe(before);
  time += 9_000;
  expect(comparable(await read(path))).toBe(before);
  time += 1_001;
  expect(comparable(await read(path))).toBe(after);
});

test('a list is rendered again in the background, once for all who ask', async () => {
  await untilKept('/junkyard?q=pads');
  await change(`update parts_catalog set price = 31 where id = $1`, id);
  time += 9_500;
  rendered = [];
  const answers = await Promise.all(Array.from({ length: 20 }, () => read('/junkyard?q=pads')));
  expect(answers.some((answer) => answer.includes('$25.00'))).toBe(true);
  await expect.poll(() => read('/junkyard?q=pads')).toContain('$31.00');
  expect(rendered).toEqual(['/junkyard']);
});

test('a page that lacks its filters is sent, but not kept', async () => {
  // Filters that were counted a moment ago are kept.
  const path = '/junkyard?q=brake+pads';
  rendered = [];
  const blocking = new pg.Client({ connectionString: shop.database.ownerUrl });
  await blocking.connect();
  try {
    await blocking.query(`
      create or replace function search_is_large() returns boolean
      language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(7); return false; end $$`);
    await blocking.query('select pg_advisory_lock(7)');
    for (let times = 0; times < 2; times += 1) {
      const answer = await fetch(caches[0]?.url + path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(await answer.text()).toContain('Brake Pads');
    }
    expect(rendered).toHaveLength(2);
  } finally {
    await blocking.end();
  }
  await untilKept(path);
});

test.each([
  ['an admin', { admin: true }, true],
  ['staff', { staff: true }, true],
  ['a shopper', {}, false],
])('%s who is signed in gets the right list', async (_, role, isNewest) => {
  const user = { email: `${Math.random()}@example.com`, password: 'a password for lists' };
  await shop.addUser({ ...user, ...role });
  const Cookie = await shop.signIn(user.email, user.password);
  for (const path of ['/', '/junkyard', page]) await untilKept(path);
  // Changes what lists show, but forgets no list.
  await change('update parts_catalog set price = 31 where id = $1', id);
  for (const path of ['/', '/junkyard']) {
    const shown = await (await fetch(caches[0]?.url + path, { headers: { Cookie } })).text();
    expect([path, shown.includes('$31.00')]).toEqual([path, isNewest]);
    expect(shown).not.toContain(user.email);
  }
});

test('a session that was made up, or has ended, gets what others get', async () => {
  await untilKept('/junkyard');
  await change('update parts_catalog set price = 31 where id = $1', id);
  const [made, ended] = ['partyard.session_token=made-up.made-up', await endedSession()];
  for (const Cookie of [made, ended]) {
    const shown = await fetch(`${caches[0]?.url}/junkyard`, { headers: { Cookie } });
    expect(await shown.text()).toContain('$25.00');
  }
});

async function endedSession(): Promise<string> {
  const user = { email: 'bea@example.com', password: 'a password for lists' };
  await shop.addUser({ ...user, admin: true });
  const session = await shop.signIn(user.email, user.password);
  await shop.database.owner.query('delete from auth.sessions');
  return session;
}
