import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  lines = [];
  const kept = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  shop = await createTestShop({ log: pino({ level: 'info' }, kept) });
});
afterEach(() => shop[Symbol.asyncDispose]());

test.each(['/no/such/page', '/part/nonsense', '/parts/Nobody/Nothing'])(
  '%s is not found, and its path is logged, but not as an error',
  async (path) => {
    const response = await shop.request(path);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain('Page Not Found');
    expect(html).toContain('Return Home');
    expect(lines).toContainEqual(expect.objectContaining({ level: 30, path, status: 404, msg: 'Not found' }));
    expect(lines.filter((line) => Number(line.level) >= 50)).toEqual([]);
  },
);

test('a failed page keeps header and footer, and shows the request id and a link', async () => {
  await shop.database.owner.query('alter table catalog_counts rename to catalog_counts_away');
  const response = await shop.request('/');
  expect(response.status).toBe(500);
  const id = response.headers.get('X-Request-Id') ?? '';
  const html = await response.text();
  for (const said of ['Something went wrong', id, 'Try again', 'Return Home', 'Junkyard', 'Privacy Policy']) {
    expect(html).toContain(said);
  }
  expect(html).not.toContain('catalog_counts');
  expect(lines).toContainEqual(expect.objectContaining({ level: 50, requestId: id, msg: 'A screen failed' }));
  expect(lines.filter(({ err }) => err !== undefined)).toHaveLength(1);
  expect(await (await shop.request('/about')).text()).not.toContain('data-failed-request');
});

test('a page shows the same when the database is unavailable', async () => {
  const { rows } = await shop.database.owner.query('select current_database() as name');
  const reader = `${rows[0].name}_reader`;
  const legalPages = ['/privacy', '/terms', '/warranty'];
  for (const path of legalPages) expect((await shop.request(path)).status).toBe(200);
  await shop.database.owner.query(`alter role ${reader} nologin`);
  await shop.database.owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
    [reader],
  );
  // The pool may still have connections that were ended.
  await expect.poll(async () => (await shop.request('/junkyard')).status).toBe(500);
  const response = await shop.request('/junkyard');
  expect(await response.text()).toContain(response.headers.get('X-Request-Id'));
  const home = await shop.request('/');
  expect(home.status).toBe(500);
  expect(await home.text()).toContain('Something went wrong');
  const id = home.headers.get('X-Request-Id');
  expect(lines.filter(({ requestId, err }) => requestId === id && err !== undefined)).toHaveLength(1);
  // Static parts are there, legal pages as last read, and the form accepts input.
  for (const path of ['/about', '/contact', ...legalPages, '/request']) {
    expect((await shop.request(path)).status).toBe(200);
  }
});

test('an invalid request to a page is refused without a 5xx', async () => {
  const response = await shop.request('/about', { method: 'POST', body: new URLSearchParams('x=1') });
  expect(response.status).toBe(405);
  expect(await response.text()).toContain('That didn');
  expect(lines.filter((line) => Number(line.level) >= 50)).toEqual([]);
});
