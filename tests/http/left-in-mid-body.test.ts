import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import { type AttackedShop, contentOf, createAttackedShop } from '../support/attack-shop.ts';
import { type ListeningShop, listenWith } from '../support/listening-shop.ts';
import { inLong } from '../support/in-long.ts';
import { randomAddress } from '../support/random-address.ts';

let attacked: AttackedShop;
let listening: ListeningShop;
let lines: Record<string, unknown>[] = [];
const logged: string[] = [];
const original = console.error;

beforeAll(async () => {
  const kept = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  attacked = await createAttackedShop({ log: pino({ level: 'info' }, kept) });
  listening = await listenWith(attacked.shop);
  console.error = (...words: unknown[]) => void logged.push(words.map(String).join(' '));
});
afterAll(async () => {
  console.error = original;
  await listening[Symbol.asyncDispose]();
  await attacked.shop[Symbol.asyncDispose]();
});

const BODIES = [
  ['application/json', '{"email":"olga@'],
  ['application/x-www-form-urlencoded', 'name=Da'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="na'],
] as const;

inLong(
  'a client that disconnects within the body causes no 5xx and changes nothing',
  async () => {
    const { shop, routes, address, admin } = attacked;
    const before = await contentOf(shop);
    // A scan needs no body, and raises alerts.
    const writing = routes.filter(({ writes, path }) => writes && path !== '/functions/v1/security-scan');
    expect(writing.length).toBeGreaterThan(20);
    lines = [];
    let received = 0;
    const waiting = new Map<string, () => void>();
    listening.server.prependListener('request', ({ headers }: IncomingMessage) => {
      received += 1;
      waiting.get(String(headers['x-request']))?.();
    });
    const methods = (path: string) => (path === '/auth/v1/user' ? ['PUT', 'DELETE'] : ['POST']);
    const requests = writing.flatMap((route) =>
      methods(route.path).flatMap((method) =>
        BODIES.flatMap(([type, body]) =>
          ['Content-Length: 500', 'Transfer-Encoding: chunked'].flatMap((length) =>
            [false, true].map((heard) => ({ route, method, type, body, length, heard })),
          ),
        ),
      ),
    );
    const leave = async ({ route, method, type, body, length, heard }: (typeof requests)[number]) => {
      const id = randomUUID();
      const got = Promise.withResolvers<void>();
      waiting.set(id, got.resolve);
      const query = route.path === '/auth/v1/token' ? '?grant_type=password' : '';
      const chunk = length.startsWith('T') ? `${body.length.toString(16)}\r\n${body}\r\n` : body;
      const socket = listening.open(
        [
          `${method} ${address(route)}${query} HTTP/1.1`,
          'Host: shop.test',
          'Origin: http://shop.test',
          `X-Forwarded-For: ${randomAddress()}`,
          // Signing out needs no body.
          `Cookie: ${route.path === '/auth/v1/logout' ? '' : admin.cookie}`,
          `X-Request: ${id}`,
          `Content-Type: ${type}`,
          length,
          '',
          chunk,
        ].join('\r\n'),
      );
      await once(socket, 'connect');
      // Before or after the server has read the headers.
      if (heard) await got.promise;
      socket.resetAndDestroy();
    };
    for (let from = 0; from < requests.length; from += 20) {
      await Promise.all(requests.slice(from, from + 20).map(leave));
    }
    const answered = () => lines.filter((line) => line.method !== undefined).length;
    await expect.poll(() => received - answered(), { timeout: 20_000 }).toBe(0);
    expect(received).toBeGreaterThanOrEqual(requests.length / 2);
    expect(lines.filter((line) => Number(line.level) >= 50)).toEqual([]);
    expect(logged).toEqual([]);
    // The trail may contain the attempt.
    const after = await contentOf(shop);
    expect({ ...after, 'public.audit_logs': '' }).toEqual({ ...before, 'public.audit_logs': '' });
  },
  60_000,
);
