import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitRules } from '#core/limits/limits.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

const FEED = '/feeds/google-merchant.xml';

let database: TestDatabase;
/** The whole process with its page cache, as in production. */
let shop: ShopProcess;
let url: URL;
let mailId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await addParts(database.owner, [{ part_name: 'Alternator', price: 100, stock_quantity: 5 }]);
  const { rows } = await database.owner.query(
    "insert into mails (recipient, subject, body, html) values ('olga@example.com', 'Secret', 'Secret', '<p>Secret') returning id",
  );
  mailId = rows[0].id;
  shop = runShop({
    NODE_ENV: 'production',
    DATABASE_URL: database.ownerUrl,
    AUTH_SECRET: TEST_SECRET,
    PAYMENTS: 'test',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'shop@example.com',
    TRUST_PROXY: 'true',
    ADMIN_EMAIL: 'owner@example.com',
  });
  url = new URL(await shop.ready());
});
afterAll(async () => {
  await shop.kill('SIGTERM');
  await database[Symbol.asyncDispose]();
});

interface Answer {
  status: number;
  headers: Map<string, string>;
  text: string;
}

/** Sends raw bytes. */
function send(bytes: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', text = ''] = answer.split(/\r\n\r\n(.*)/s);
      const [first = '', ...lines] = head.split('\r\n');
      resolve({
        status: Number(first.split(' ')[1]),
        headers: new Map(
          lines.map((line) => [line.split(': ')[0]?.toLowerCase() ?? '', line.replace(/^.*?: /, '')]),
        ),
        text,
      });
    });
    socket.write(bytes, 'latin1');
  });
}

function ask(target: string, { method = 'GET', host = 'shop.test', from = randomAddress() } = {}) {
  return send(
    `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${from}\r\nConnection: close\r\n\r\n`,
  );
}

/** The log lines for this path: the status, and whether the page came from the cache. */
const logged = (path: string) =>
  shop.lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { path?: string; status?: number; kept?: boolean })
    .filter((line) => line.path === path);

describe('a path that resolves to another one', () => {
  test.each([
    `/parts/..${FEED}`,
    `/parts/.${FEED}`,
    `/x/..${FEED}`,
    `/..${FEED}`,
    `/parts/%2e%2e${FEED}`,
    `/parts/.%2E${FEED}`,
    `/parts/..;a=b${FEED}`,
    `/part/..%2ffeeds%2fgoogle-merchant.xml`,
    `/part/..\\feeds\\google-merchant.xml`,
    `/part/a%5c..%5cb`,
    `/junkyard/..`,
    `/parts/Honda/.`,
    `/part/a%00`,
    `/part/a%0d%0aSet-Cookie:%20a=b`,
    '/part/%zz',
    '/part/%c0%ae%c0%ae',
    '/part/a#b',
    '*',
    'http://shop.test/parts/..' + FEED,
    'http://evil.example/about',
    'ftp://shop.test/about',
  ])('%s is refused each time, and logged', async (target) => {
    for (const method of ['GET', 'GET', 'HEAD', 'POST']) {
      const { status, headers, text } = await ask(target, { method });
      expect([status, headers.get('connection')]).toEqual([400, 'close']);
      expect(text).toBe(method === 'HEAD' ? '' : 'This address cannot be read.');
    }
    await expect
      .poll(() => logged(target.split('?')[0] ?? '').map(({ status }) => status))
      .toEqual([400, 400, 400, 400]);
  });

  test.each(['/part/caf\u00e9', 'junkyard', '/part/a\0b', '/part/a\x7f'])(
    '%j is refused before the request is read',
    async (target) => {
      const { status, headers } = await ask(target);
      expect([status, headers.get('connection')]).toEqual([400, 'close']);
    },
  );

  test("only the feed's own address serves it, and its limit applies", async () => {
    const from = randomAddress();
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const answer = await ask(n % 2 ? FEED : `${FEED}/?n=${n}`, { from });
      if (answer.status === 200) expect(answer.text).toContain('<rss');
      statuses.push(answer.status);
      if (answer.status === 308)
        statuses.push((await ask(answer.headers.get('location') ?? '', { from })).status);
    }
    const read = statuses.filter((status) => status === 200);
    expect(read).toHaveLength(limitRules['read-feed'][0]?.points ?? 0);
    expect(statuses.at(-1)).toBe(429);
    expect(logged(FEED).some(({ kept }) => kept)).toBe(false);
  });
});

describe('another spelling of a page', () => {
  test.each([
    ['/about/', '/about'],
    ['//about', '/about'],
    ['///about//?a=b', '/about?a=b'],
    ['/%61bout', '/about'],
    ['/%61%62%6F%75%74', '/about'],
    ['//evil.example/%2e', undefined],
    ['//evil.example', '/evil.example'],
    ['/parts/Honda%2fAcura', '/parts/Honda%2FAcura'],
    ['/junkyard/?q=a%20b', '/junkyard?q=a%20b'],
  ])('%s redirects to %s', async (target, location) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(target, { method });
      expect([answer.status, answer.headers.get('location')]).toEqual([location ? 308 : 400, location]);
      expect(answer.headers.has('set-cookie')).toBe(false);
    }
  });

  test("accepts writes like the page's own address", async () => {
    const body = '{}';
    for (const path of ['/functions/v1/send-contact-email', '//functions/v1/send-contact-email/']) {
      const { status, text } = await send(
        `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect([status, JSON.parse(text)]).toEqual([400, { field: 'name', error: 'Name is required' }]);
    }
  });

  test('with the host in the target is the same page', async () => {
    for (const target of ['http://shop.test/about', 'https://SHOP.test/about?utm_source=x']) {
      const { status, headers } = await ask(target);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    }
  });

  test('with unknown or reordered parameters is the same cached page', async () => {
    const ask10 = [
      'utm=1',
      'x=2&make=Honda&category=',
      'make=Honda',
      'make=%48onda',
      'category&make=Honda&y',
    ];
    for (const query of ask10) await ask(`/junkyard?${query}`);
    const rendered = logged('/junkyard').filter(({ kept }) => !kept);
    await expect.poll(() => logged('/junkyard').length).toBe(ask10.length);
    expect(rendered).toHaveLength(2);
  });
});

describe('the Host header', () => {
  const WRONG = 'The Host header must name one host.';

  test('is required exactly once, also for a cached page', async () => {
    for (let n = 0; n < 3; n += 1) await ask('/terms');
    const cases = [
      ['Host: shop.test', 'Host: shop.test'],
      ['Host: shop.test', 'Host: evil.example'],
      ['Host: shop.test', 'X-A: b', 'hOST: shop.test'],
      ['Host: shop.test, evil.example'],
      ['Host: shop.test/path'],
      ['Host: user@shop.test'],
      ['Host: 9007199254740993'],
      ['Host: shop.test:99999'],
      ['Host: '],
    ];
    for (const lines of cases) {
      for (const path of ['/terms', FEED, '/assets/none.js', '/health']) {
        const { status, text } = await send(
          `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`,
        );
        expect([lines, status, text]).toEqual([lines, 400, WRONG]);
      }
    }
    const without = await send('GET /terms HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(without.status).toBe(400);
    expect((await send('GET /terms HTTP/1.0\r\n\r\n')).status).toBe(400);
    expect((await send('GET /terms HTTP/1.0\r\nHost: shop.test\r\n\r\n')).status).toBe(200);
    expect((await ask('/terms', { host: '[::1]:3000' })).status).toBe(200);
  });
});

describe('in production', () => {
  test('no generated password is printed: the first admin chooses one by mail', async () => {
    expect(shop.lines.filter((line) => line.startsWith('Admin'))).toEqual([
      'Admin      owner@example.com   password: none yet, choose one with "Forgot your password?"',
    ]);
    const { rows: users } = await database.owner.query(
      "select role from user_roles join auth.users on id = user_id where email = 'owner@example.com'",
    );
    expect(users).toEqual([{ role: 'admin' }]);
    const asked = await fetch(`${url.origin}/auth/v1/recover`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url.origin },
      body: JSON.stringify({ email: 'owner@example.com' }),
    });
    expect(asked.status).toBe(200);
    const { rows: mails } = await database.owner.query(
      "select subject from mails where recipient = 'owner@example.com'",
    );
    expect(mails).toEqual([{ subject: expect.stringContaining('password') }]);
  });

  test.each([
    '/mailbox',
    '/mailbox?token=a',
    '/mailbox/x',
    '/mailbox/x.html',
    '/mailbox/the-mail',
    '/design',
  ])('%s is not found', async (path) => {
    const address = path.replace('the-mail', mailId);
    const nothing = await ask('/no-such-page');
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
      const there = await ask(address, { method });
      const none = await ask('/no-such-page', { method });
      expect([method, there.status, there.headers.get('content-type')]).toEqual([
        method,
        none.status,
        none.headers.get('content-type'),
      ]);
      expect(there.text).not.toContain('Secret');
      if (method === 'GET') expect(there.text).toContain('Page Not Found');
      if (method === 'GET' || method === 'HEAD') expect(there.status).toBe(404);
    }
    expect(nothing.status).toBe(404);
  });

  test('nor is its data', async () => {
    for (const page of ['/mailbox', `/mailbox/${mailId}`, '/design']) {
      for (const query of ['', '?_routes=routes%2Fmailbox', '?_routes=root', '?_routes=routes%2Fdesign']) {
        for (const method of ['GET', 'HEAD', 'POST']) {
          const there = await ask(`${page}.data${query}`, { method });
          const none = await ask(`/no-such-page.data${query}`, { method });
          expect([page, query, method, there.status]).toEqual([page, query, method, none.status]);
          expect(there.text.replaceAll(page, '')).toBe(none.text.replaceAll('/no-such-page', ''));
          if (query === '' && method !== 'POST') expect(there.status).toBe(404);
        }
      }
    }
    for (const root of ['/_.data', '/_root.data']) {
      const { text } = await ask(`${root}?_routes=routes%2Fmailbox`);
      expect(text).not.toContain('Secret');
    }
    const manifest = await ask('/__manifest?paths=%2Fmailbox%2C%2Fdesign%2C%2Fmailbox%2Fx&version=x');
    expect(manifest.text).not.toMatch(/routes\/(mailbox|design)/);
  });
});
