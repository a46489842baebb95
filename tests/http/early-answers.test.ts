import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListeningShop, listenWith } from '../support/listening-shop.ts';
import { randomAddress } from '../support/random-address.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;
let listening: ListeningShop;

beforeAll(async () => {
  shop = await createTestShop();
  listening = await listenWith(shop);
});
afterAll(async () => {
  await listening[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM = { 'Content-Type': 'multipart/form-data; boundary=b' };

interface Refused {
  what: string;
  path: string;
  headers: Record<string, string>;
  bytes: number;
  status: number;
}

/** The shop responds to each before it has read the body. */
const refused: Refused[] = [
  { what: 'too long', path: '/auth/v1/signup', headers: JSON_TYPE, bytes: 3_000_000, status: 413 },
  {
    what: 'too long, chunked',
    path: '/auth/v1/signup',
    headers: { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' },
    bytes: 3_000_000,
    status: 413,
  },
  {
    what: 'of the wrong type',
    path: '/auth/v1/signup',
    headers: { 'Content-Type': 'text/plain' },
    bytes: 3_000_000,
    status: 415,
  },
  {
    what: 'without a length',
    path: '/admin/part/new',
    headers: { ...FORM, 'Transfer-Encoding': 'chunked' },
    bytes: 3_000_000,
    status: 411,
  },
  { what: 'for an admin', path: '/admin/part/new', headers: FORM, bytes: 3_000_000, status: 302 },
  {
    what: 'from another site',
    path: '/contact',
    headers: { ...JSON_TYPE, Origin: 'https://evil.example' },
    bytes: 3_000_000,
    status: 403,
  },
  { what: 'at no address', path: '/a%2f..%2fb', headers: JSON_TYPE, bytes: 3_000_000, status: 400 },
];

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

function ask(
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: Buffer } = {},
): Promise<IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      `${listening.url}${path}`,
      { agent, method, headers: { 'X-Forwarded-For': randomAddress(), ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve(Object.assign(response, { text })));
        response.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

describe('a response before the end of the body', () => {
  test.each(refused)('$what: has Connection: close, and the next request gets a response', async (each) => {
    const { path, headers, bytes, status } = each;
    for (let n = 0; n < 3; n += 1) {
      const answer = await ask(path, {
        method: 'POST',
        headers: { ...headers, ...(!('Transfer-Encoding' in headers) && { 'Content-Length': bytes }) },
        body: Buffer.alloc(bytes, 'x'),
      });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers.connection).toBe('close');
      const next = await ask('/about');
      expect([next.statusCode, next.headers.connection]).toEqual([200, 'keep-alive']);
    }
  });

  test.each(refused)('$what: reaches a client that reads only after it has sent everything', async (each) => {
    const { path, headers, bytes, status } = each;
    const lines = Object.entries({
      Host: 'shop.test',
      'X-Forwarded-For': randomAddress(),
      ...headers,
      ...(!('Transfer-Encoding' in headers) && { 'Content-Length': bytes }),
    }).map((pair) => pair.join(': '));
    const socket = listening.open(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    const failures: Error[] = [];
    socket.on('error', (error) => failures.push(error));
    socket.pause();
    const chunked = 'Transfer-Encoding' in headers;
    const piece = 'x'.repeat(30_000);
    for (let sent = 0; sent < bytes; sent += piece.length) {
      const framed = chunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece;
      await new Promise((resolve) => {
        socket.write(framed, resolve);
      });
    }
    if (chunked) socket.write('0\r\n\r\n');
    let answer = '';
    socket.on('data', (got) => (answer += got.toString('latin1')));
    await new Promise((resolve) => {
      socket.once('close', resolve);
      socket.resume();
    });
    expect(failures).toEqual([]);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  test('is sent at once, and the server does not wait long for an idle client', async () => {
    const socket = listening.open(
      `POST /auth/v1/signup HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{`,
    );
    await new Promise((resolve) => {
      socket.once('data', resolve);
    });
    const answered = performance.now();
    await new Promise((resolve) => {
      socket.once('close', resolve);
    });
    // The response did not wait for the end of the connection.
    expect(performance.now() - answered).toBeGreaterThan(1_000);
    expect(performance.now() - answered).toBeLessThan(5_000);
  });
});

test('a request whose body was read keeps the connection open', async () => {
  const answer = await ask('/auth/v1/signup', {
    method: 'POST',
    headers: JSON_TYPE,
    body: Buffer.from('{"email":"x"}'),
  });
  expect([answer.statusCode, answer.headers.connection]).toEqual([400, 'keep-alive']);
});

test('a refused short body gets the same response', async () => {
  for (const [headers, body, status] of [
    [{ 'Content-Type': 'text/plain' }, 'hello', 415],
    [JSON_TYPE, 'x'.repeat(20_000), 413],
  ] as const) {
    const answer = await ask('/auth/v1/signup', { method: 'POST', headers, body: Buffer.from(body) });
    expect([answer.statusCode, answer.headers.connection]).toEqual([status, 'close']);
  }
});
