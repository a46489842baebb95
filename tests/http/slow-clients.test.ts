import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '#server/listen.ts';
import { type ListeningShop, listenWith } from '../support/listening-shop.ts';
import { randomAddress } from '../support/random-address.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;
let listening: ListeningShop;

beforeAll(async () => {
  shop = await createTestShop();
  listening = await listenWith(shop, patience);
});
afterAll(async () => {
  await listening[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

/** The long run waits for the shop's own timeouts. */
const patience = process.env.TEST_LONG
  ? { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 }
  : { headersTimeout: 2_000, requestTimeout: 5_000, connectionsCheckingInterval: 500 };

const head = (...lines: string[]) =>
  [...lines, 'Host: shop.test', `X-Forwarded-For: ${randomAddress()}`].join('\r\n');
const status = (answer: string) => Number(answer.match(/^HTTP\/1\.1 (\d{3})/)?.[1]);

test('hundreds of slow or silent clients delay no other client, and are disconnected in time', async () => {
  const slow = [
    // Headers that never end, one more line at a time.
    ...Array.from({ length: 200 }, () => ({
      text: 'GET / HTTP/1.1\r\nHost: shop.test\r\nX-A: b\r\n',
      drip: 'X-B: c\r\n',
    })),
    // A body that never ends, with and without a length.
    ...Array.from({ length: 200 }, () => ({
      text: `${head('POST /contact HTTP/1.1', 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 10000')}\r\n\r\nname=`,
      drip: 'x',
    })),
    ...Array.from({ length: 100 }, () => ({
      text: `${head('POST /contact HTTP/1.1', 'Content-Type: application/x-www-form-urlencoded', 'Transfer-Encoding: chunked')}\r\n\r\n`,
      drip: '1\r\nx\r\n',
    })),
  ];
  const answers = new Set<string>();
  const started = performance.now();
  const lasted = slow.map(
    ({ text, drip }) =>
      new Promise<number>((resolve) => {
        const socket = listening.open(text);
        const timer = setInterval(() => socket.write(drip), 700);
        let answer = '';
        socket.on('data', (bytes) => (answer += bytes.toString('latin1')));
        socket.once('close', () => {
          clearInterval(timer);
          answers.add(answer);
          resolve(performance.now() - started);
        });
      }),
  );
  for (let n = 0; n < 20; n += 1) {
    const began = performance.now();
    const answer = await fetch(`${listening.url}/about`, { headers: { 'X-Forwarded-For': randomAddress() } });
    expect(answer.status).toBe(200);
    expect(performance.now() - began).toBeLessThan(10_000);
  }
  const times = await Promise.all(lasted);
  // The response has the reason, and closes the connection.
  expect([...answers]).toEqual(['HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n']);
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = patience;
  expect(Math.max(...times.slice(0, 200))).toBeLessThan(
    headersTimeout + 2 * connectionsCheckingInterval + 2_000,
  );
  expect(Math.max(...times)).toBeLessThan(requestTimeout + 2 * connectionsCheckingInterval + 10_000);
}, 60_000);

test('requests that are too large, too many, or invalid HTTP are refused at once', async () => {
  const get = (...more: string[]) => `${head('GET / HTTP/1.1', 'Connection: close', ...more)}\r\n\r\n`;
  const post = (path: string, type: string, ...more: string[]) =>
    `${head(`POST ${path} HTTP/1.1`, 'Connection: close', `Content-Type: ${type}`, ...more)}\r\n\r\n`;
  const cases: [what: string, text: string, status: number][] = [
    ['one long header', get(`X-A: ${'a'.repeat(20_000)}`), 431],
    ['many headers', get(...Array.from({ length: 120 }, (_, n) => `X-${n}: a`)), 431],
    ['a long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: shop.test\r\n\r\n`, 431],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    [
      'a host with an invalid name',
      'GET / HTTP/1.1\r\nHost: 9007199254740993\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['two lengths', post('/contact', 'application/json', 'Content-Length: 1', 'Content-Length: 2'), 400],
    [
      'a length and chunked encoding',
      post('/contact', 'application/json', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
      400,
    ],
    ['TRACE', get().replace('GET', 'TRACE'), 405],
    ['a long body', post('/auth/v1/signup', 'application/json', 'Content-Length: 99999999'), 413],
    [
      'a long body for an admin',
      post('/admin/part/new', 'multipart/form-data; boundary=x', 'Content-Length: 99999999'),
      413,
    ],
    [
      'a picture without a length',
      post('/admin/part/new', 'multipart/form-data; boundary=x', 'Transfer-Encoding: chunked'),
      411,
    ],
    [
      'a long chunked body',
      `${post('/auth/v1/signup', 'application/json', 'Transfer-Encoding: chunked')}ffff\r\n${'x'.repeat(0xffff)}\r\n`,
      413,
    ],
  ];
  for (const [what, text, expected] of cases) {
    const { answer, lasted } = await listening.send(text);
    expect([what, status(answer)]).toEqual([what, expected]);
    expect(lasted).toBeLessThan(5_000);
    expect(answer).not.toMatch(/\/work\/|node_modules|at .*\.ts:\d|Hono|node-server/);
  }
});

test('a body with a wrong length, and a disconnected client, have no effect', async () => {
  const { rows } = await shop.database.owner.query('select count(*)::int as count from contact_messages');
  const form = 'Content-Type: application/x-www-form-urlencoded';
  for (let n = 0; n < 20; n += 1) {
    listening
      .open(`${head('POST /contact HTTP/1.1', form, 'Content-Length: 500')}\r\n\r\nname=x`)
      .destroySoon();
  }
  expect((await fetch(`${listening.url}/about`)).status).toBe(200);
  expect(
    (await shop.database.owner.query('select count(*)::int as count from contact_messages')).rows,
  ).toEqual(rows);
});

test('deeply nested JSON is read or refused without a 5xx', async () => {
  for (const path of [
    '/auth/v1/signup',
    '/functions/v1/create-payment',
    '/functions/v1/send-contact-email',
  ]) {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const body = open.repeat(7_000 / open.length) + '1' + close.repeat(7_000 / open.length);
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': randomAddress() };
      const answer = await fetch(`${listening.url}${path}`, { method: 'POST', headers, body });
      expect(answer.status).toBe(400);
    }
  }
});

test("the shop's own timeouts are short", async () => {
  await using own = await listen('127.0.0.1', 0).then(({ server, close }) => ({
    server,
    [Symbol.asyncDispose]: close,
  }));
  expect(own.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, timeout: 60_000 });
  expect(own.server.maxConnections).toBe(15_000);
});
