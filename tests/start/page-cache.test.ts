import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { partAddress } from '#core/catalog/part-address.ts';
import { addParts } from '../support/parts.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

const ADMIN = { email: 'ada@example.com', password: 'a password for Ada' };

let database: TestDatabase;
/** Two processes of one shop. */
let shops: ShopProcess[];
let addresses: [string, string];
let id: string;
let part: string;

beforeAll(async () => {
  database = await createTestDatabase();
  shops = [0, 1].map(() =>
    runShop({
      DATABASE_URL: database.ownerUrl,
      AUTH_SECRET: TEST_SECRET,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'info',
    }),
  );
  const [first = '', second = ''] = await Promise.all(shops.map((shop) => shop.ready()));
  addresses = [first, second];
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await database.owner.query('delete from parts_catalog');
  [id = ''] = await addParts(database.owner, [{ part_name: 'Alternator', price: 100, stock_quantity: 5 }]);
  part = partAddress({ id, name: 'Alternator', make: 'Honda', model: 'Civic', year: 2015 });
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
  text: string;
}

/** Sends a request as given, without added headers or decompression. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET', shop = 0): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(new URL(path, addresses[shop]), { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const bytes = Buffer.concat(chunks);
          const encoding = response.headers['content-encoding'];
          const plain =
            encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string>,
            bytes,
            text: method === 'HEAD' ? '' : plain.toString('utf8'),
          });
        })
        .on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Whether each response for this path came from the cache, in the order of the log. */
const logged = (path: string, shop = 0) =>
  (shops[shop]?.lines ?? [])
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { path?: string; kept?: boolean })
    .filter((line) => line.path === path)
    .map((line) => line.kept === true);

/** Repeats the request until the page comes from the cache. */
async function untilKept(path: string): Promise<void> {
  const [plain = ''] = path.split('?');
  await expect.poll(async () => (await get(path)) && logged(plain).at(-1), { interval: 20 }).toBe(true);
}

async function signIn(): Promise<string> {
  const response = await fetch(`${addresses[0]}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

test("an admin's new price and stock show on the next request, in other processes after the database's notification", async () => {
  const cookie = await signIn();
  for (let round = 1; round <= 15; round += 1) {
    for (const shop of [0, 1]) expect((await get(part, {}, 'GET', shop)).text).toContain('Alternator');
    const opened = await fetch(`${addresses[0]}/admin/part/${id}`, { headers: { Cookie: cookie } });
    const { part: seen } = (await opened.json()) as { part: Record<string, unknown> };
    const body = new FormData();
    const fields = { intent: 'save', ...seen, price: 200 + round, stock_quantity: 0 };
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value ?? ''));
    body.set('seen', JSON.stringify(seen));
    const saved = await fetch(`${addresses[0]}/admin/part/${id}`, {
      method: 'POST',
      headers: { Cookie: cookie },
      body,
    });
    expect(await saved.json()).toEqual({ done: true, message: 'Part updated successfully' });
    const changed = { parts: [{ price: 200 + round, stock_quantity: 0 }] };
    const shown = async (shop: number) =>
      JSON.parse((await get(`/api/parts?ids=${id}`, {}, 'GET', shop)).text) as unknown;
    expect(await shown(0)).toMatchObject(changed);
    expect((await get(part)).text).toContain(`$${200 + round}.00`);
    await expect.poll(() => shown(1), { interval: 1 }).toMatchObject(changed);
    const { text } = await get(part, {}, 'GET', 1);
    expect([text.includes(`$${200 + round}.00`), text.includes('Out of Stock')]).toEqual([true, true]);
  }
});

test('a cached page is the same in all encodings', async () => {
  const encodings = ['', 'gzip', 'br', 'gzip, deflate, br, zstd', 'br;q=0, gzip', 'identity'];
  let answers: Answer[] = [];
  // Changes before this test may still arrive, and remove the page.
  const areStored = async () => {
    answers = [];
    for (const encoding of encodings) {
      answers.push(await get(part, encoding ? { 'Accept-Encoding': encoding } : {}));
    }
    return logged(part).slice(-encodings.length);
  };
  await expect.poll(areStored).toEqual(encodings.map(() => true));
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'gzip',
    'br',
    'br',
    'gzip',
    undefined,
  ]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.text).toContain('Alternator');
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
  for (const { headers, bytes } of answers) {
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(bytes.length) });
  }
});

test('a cached page allows its scripts by hash, also for a 304', async () => {
  await untilKept('/junkyard');
  const { headers, text } = await get('/junkyard');
  const policy = headers['content-security-policy'] ?? '';
  const scripts = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  expect(scripts.length).toBeGreaterThan(0);
  for (const [, script = ''] of scripts) {
    expect(policy).toContain(createHash('sha256').update(script).digest('base64'));
  }
  const again = await get('/junkyard', { 'If-None-Match': `"other", ${headers.etag}` });
  expect(again).toMatchObject({ status: 304, text: '' });
  expect(again.headers['content-security-policy']).toBe(policy);
  expect(again.headers['x-content-type-options']).toBe('nosniff');

  const shown = await get(part);
  const tag = { 'If-None-Match': shown.headers['etag'] ?? '' };
  expect((await get(part, tag)).status).toBe(304);
  await database.owner.query("update parts_catalog set part_name = 'Starter'");
  await expect.poll(() => get(part, tag), { interval: 5 }).not.toMatchObject({ status: 304 });
});

test('unknown parameters and cookies create no other cached page', async () => {
  await untilKept('/about');
  // Not a session: its seal is wrong.
  const cookie = 'partyard.browser=made-up; partyard.session_token=made-up.made-up';
  const { headers } = await get('/about');
  for (const [path, said] of [
    ['/about?utm_source=news', {}],
    ['/about?a=1&b=2', { Cookie: cookie }],
    ['/about', { Cookie: cookie, 'Accept-Language': 'de', Host: 'evil.example' }],
  ] as const) {
    expect((await get(path, said)).headers.etag).toBe(headers.etag);
    expect(logged('/about').at(-1)).toBe(true);
  }
});

test('concurrent requests render a page once', async () => {
  const path = '/parts/Honda/Civic';
  const answers = await Promise.all(Array.from({ length: 60 }, () => get(path)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  await expect.poll(() => logged(path).length).toBeGreaterThan(0);
  expect(logged(path).filter((kept) => !kept)).toHaveLength(1);
});

test('each response has its own request id, and HEAD has no body', async () => {
  await untilKept('/terms');
  const [first, second] = [await get('/terms'), await get('/terms')];
  expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  const head = await get('/terms', {}, 'HEAD');
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(head.headers.etag).toBe(first.headers.etag);
});

test('missing, invalid, redirected, and personal pages are not cached', async () => {
  for (const path of [
    '/part/nothing-00000000-0000-4000-8000-000000000000',
    '/junkyard?after=x',
    '/cart',
    '/auth',
  ]) {
    const [plain = ''] = path.split('?');
    const before = logged(plain).length;
    await get(path);
    await get(path);
    await expect.poll(() => logged(plain).slice(before)).toEqual([false, false]);
  }
});

test('a page rendered during a catalog change is not cached', async () => {
  await untilKept(part);
  await database.owner.query('begin; update parts_catalog set price = 300');
  expect((await get(part)).text).toContain('$100.00');
  await database.owner.query('commit');
  await expect.poll(async () => (await get(part)).text, { interval: 5 }).toContain('$300.00');
  await untilKept(part);
  expect((await get(part)).text).toContain('$300.00');
});

test('a hold is on the page of its part at once', async () => {
  const hold = (units: number) =>
    database.owner.query('update parts_catalog set stock_held = $1 where id = $2', [units, id]);
  await untilKept(part);
  await hold(1);
  await expect.poll(async () => (await get(part)).text, { interval: 5 }).toContain('In Stock: 4');
  await hold(5);
  await expect.poll(async () => (await get(part)).text, { interval: 5 }).toContain('Out of Stock');
  // All remaining units are held, then sold.
  const paying = 'In another shopper&#x27;s checkout. Check back soon.';
  expect((await get(part)).text).toContain(paying);
  await untilKept(part);
  await database.owner.query('update parts_catalog set stock_held = 0, stock_quantity = 0 where id = $1', [
    id,
  ]);
  await expect.poll(async () => (await get(part)).text, { interval: 5 }).not.toContain(paying);
});

test('counts of an open page are those after the change that it has heard of', async () => {
  const count = async (asOf: number) =>
    JSON.parse((await get(`/api/parts/count?q=alternator&as_of=${asOf}`)).text) as unknown;
  expect(await count(1)).toMatchObject({ total: 1, in_stock_total: 1 });
  await database.owner.query('update parts_catalog set stock_quantity = 0');
  expect(await count(2)).toMatchObject({ total: 1, in_stock_total: 0 });
});

test('signed-in staff get the newest pages, in every process', async () => {
  const cookies = await signIn();
  const paths = [
    '/',
    '/junkyard',
    '/?make=Honda&model=Civic&year=2015&category=Brakes',
    '/api/parts?q=alternator',
    part,
  ];
  for (const path of paths) await untilKept(path);
  await database.owner.query('update parts_catalog set price = 1234');
  for (const path of paths) {
    for (const shop of [0, 1])
      expect((await get(path, { Cookie: cookies }, 'GET', shop)).text).toMatch(/1,?234/);
    expect(logged(path.replace(/\?.*/, '')).at(-1)).toBe(false);
  }
});

test('changed settings are on the next page of every process', async () => {
  const shown = () => Promise.all([0, 1].map(async (shop) => (await get('/contact', {}, 'GET', shop)).text));
  for (const page of await shown()) expect(page).toContain('(619) 555-0142');
  const set = `update shop_settings set values = '{"business": {"phone": "(619) 555-0199"}}'`;
  await database.owner.query(set);
  await expect
    .poll(async () => (await shown()).map((page) => page.includes('(619) 555-0199')))
    .toEqual([true, true]);
});

test("while notifications can't arrive, each request renders; afterwards pages are cached again", async () => {
  await untilKept(part);
  const { rowCount } = await database.owner.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query like 'listen %' or query = 'select 1')`);
  expect(rowCount).toBeGreaterThanOrEqual(2);
  // Each page comes from the database now, changed or not.
  await expect.poll(async () => (await get(part)) && logged(part).at(-1), { interval: 1 }).toBe(false);
  await database.owner.query('update parts_catalog set price = 400');
  expect((await get(part)).text).toContain('$400.00');
  await expect
    .poll(async () => (await get(part)) && logged(part).at(-1), { interval: 50, timeout: 10_000 })
    .toBe(true);
  expect((await get(part)).text).toContain('$400.00');
});
