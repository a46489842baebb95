import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AttackedShop, contentOf, createAttackedShop, PASSWORD } from '../support/attack-shop.ts';
import { deliver } from '../support/checkout.ts';
import { isLong } from '../support/is-long.ts';
import { randomAddress } from '../support/random-address.ts';
import { createTestShop } from '../support/test-shop.ts';

let attacked: AttackedShop;

beforeAll(async () => {
  attacked = await createAttackedShop();
});
afterAll(() => attacked.shop[Symbol.asyncDispose]());

/** The headers that a browser sends with a request from another site's page. */
const elsewhere: Record<string, Record<string, string>> = {
  'another site': { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  'another site, in an old browser': { Origin: 'https://evil.example' },
  'another host of the domain': { Origin: 'http://evil.shop.test', 'Sec-Fetch-Site': 'same-site' },
  'another host of the domain, in an old browser': { Origin: 'http://evil.shop.test' },
  'another port': { Origin: 'http://shop.test:8080', 'Sec-Fetch-Site': 'same-site' },
  'a page without an origin': { Origin: 'null' },
  'a frame without an origin': { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
  'an invalid origin': { Origin: 'shop.test' },
  'another site that hides its origin': { 'Sec-Fetch-Site': 'cross-site' },
};

/** In the short run, each address and method gets one of the senders and one of the bodies in turn. */
test('other sites can write nothing at any address with any method', async () => {
  const { shop, routes, address, admin, part } = attacked;
  const before = await contentOf(shop);
  expect(routes.filter(({ writes }) => writes).length).toBeGreaterThan(20);
  const bodies = Object.entries({
    'application/x-www-form-urlencoded': `name=x&email=x%40example.com&order=${part}`,
    'application/json': '{"email":"olga@example.com","password":"x"}',
    'text/plain': '{"email":"olga@example.com","password":"x"}',
  });
  const senders = Object.entries(elsewhere).flatMap(([sender, headers]) =>
    bodies.map(([type, body]) => ({ sender, headers, type, body })),
  );
  const paths = routes.flatMap((route) =>
    route.isPage ? [address(route), `${address(route)}.data`] : [address(route)],
  );
  const targets = paths.flatMap((path) =>
    ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ path, method })),
  );
  const accepted: string[] = [];
  for (const [turn, { path, method }] of targets.entries()) {
    const own = turn % senders.length;
    for (const { sender, headers, type, body } of isLong ? senders : senders.slice(own, own + 1)) {
      const { status } = await shop.request(path, {
        method,
        body,
        headers: {
          Cookie: admin.cookie,
          'Content-Type': type,
          'X-Forwarded-For': randomAddress(),
          ...headers,
        },
      });
      if (status !== 403) accepted.push(`${method} ${path} from ${sender} with ${type}: ${status}`);
    }
  }
  expect(accepted).toEqual([]);
  expect(await contentOf(shop)).toEqual(before);
}, 120_000);

test.each(Object.entries(elsewhere))('%s is refused', async (_, headers) => {
  const sent = { method: 'POST', body: 'email=x', headers: { Cookie: attacked.admin.cookie, ...headers } };
  expect((await attacked.shop.request('/contact', sent)).status).toBe(403);
});

test("the shop's own pages can write", async () => {
  const { admin } = attacked;
  const own = { Origin: 'http://shop.test' };
  const said: Record<string, string>[] = [
    own,
    { ...own, 'Sec-Fetch-Site': 'same-origin' },
    // A page that sends no referrer.
    { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
  ];
  for (const headers of said) {
    const answer = await admin.request('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      headers,
    });
    expect(answer.status).toBe(200);
  }
});

test('an unknown method has no effect', async () => {
  const { shop } = attacked;
  // fetch() can't send TRACE and similar methods: slow-clients.test.ts sends them.
  for (const method of ['PROPFIND', 'POSTX']) {
    const answer = await shop.request('/', { method }).catch(() => undefined);
    expect(answer?.status ?? 405).toBe(405);
  }
});

/** Who exports what is in the audit trail. */
const exports = new Set([
  '/admin/customers.csv',
  '/admin/vehicles.csv',
  '/admin/yard/police-book.csv',
  '/admin/yard/converters.csv',
  '/admin/yard/nmvtis.csv',
  '/admin/export/:file',
  '/admin/sales-file/:file',
  '/admin/order/:number/evidence.pdf',
]);

test('GET and HEAD of every address change nothing', async () => {
  const { shop, routes, address, admin } = attacked;
  const before = await contentOf(shop);
  for (const route of routes.filter(({ path }) => !exports.has(path))) {
    for (const method of isLong ? ['GET', 'HEAD'] : ['GET']) {
      const headers = { ...elsewhere['another site'], Cookie: admin.cookie };
      await shop.request(address(route), { method, headers });
    }
  }
  expect(await contentOf(shop)).toEqual(before);
});

test('the payment provider can write with a signature', async () => {
  const { shop, orderId } = attacked;
  const answer = await deliver(shop, orderId, 'expired');
  expect(answer.status).toBe(200);
  expect((await deliver(shop, orderId, 'paid', 'forged')).status).toBe(400);
});

test('over TLS, the same host without TLS counts as another site', async () => {
  const siteUrl = 'https://shop.test';
  await using shop = await createTestShop({ siteUrl });
  await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  const signIn = (Origin: string) =>
    shop.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin },
      body: JSON.stringify({ email: 'olga@example.com', password: PASSWORD }),
    });
  expect((await signIn('http://shop.test')).status).toBe(403);
  expect((await signIn('https://shop.test')).status).toBe(200);
});

test("behind a proxy that ends TLS, the shop's own forms work", async () => {
  await using shop = await createTestShop({ siteUrl: 'https://shop.test' });
  const send = (Origin: string, path: string) =>
    shop.fetch(
      new Request(`http://shop.test${path}`, {
        method: 'POST',
        headers: { Origin, 'X-Forwarded-For': randomAddress() },
        body: new URLSearchParams({
          name: 'Dana',
          email: 'dana@example.com',
          subject: 'Hi',
          message: 'Hello',
        }),
      }),
    );
  expect((await send('https://shop.test', '/contact')).status).toBe(200);
  expect((await send('https://shop.test', '/contact.data')).status).toBe(200);
  expect((await send('https://evil.example', '/contact')).status).toBe(403);
});
