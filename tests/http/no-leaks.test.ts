import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logOptions } from '#server/log.ts';
import { mailsTo, TestBrowser } from '../support/accounts.ts';
import { checkOut, deliver } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { TEST_SECRET } from '../support/test-database.ts';
import { createTestShop } from '../support/test-shop.ts';

const EMAIL = 'vera.secret@example.com';
const PASSWORD = 'the secret password of Vera';

test('the log of a whole visit with failures contains no secret and no email address', async () => {
  const written: string[] = [];
  const kept = new Writable({
    write(line, _encoding, done) {
      written.push(String(line));
      done();
    },
  });
  const consoles = (['log', 'info', 'warn', 'error'] as const).map((method) => {
    const original = console[method];
    console[method] = (...words: unknown[]) => void written.push(words.map(String).join(' '));
    return () => {
      console[method] = original;
    };
  });
  const shop = await createTestShop({ log: pino({ ...logOptions('debug') }, kept) });
  const secrets = new Set<string>([EMAIL, PASSWORD, 'another secret password', TEST_SECRET, 'fc-secret-key']);
  try {
    const { owner } = shop.database;
    const [part = ''] = await addParts(owner, [{ price: 40, stock_quantity: 10 }]);
    const vera = new TestBrowser(shop);
    await vera.signUp(EMAIL, PASSWORD, 'Vera');
    const [confirmation] = await mailsTo(shop, EMAIL);
    await vera.confirm(confirmation?.link ?? '');
    await vera.signIn(EMAIL, 'a wrong secret password');
    await vera.signIn(EMAIL, PASSWORD);
    await vera.send('POST', '/auth/v1/recover', { email: EMAIL });
    const [recovery] = await mailsTo(shop, EMAIL);
    const reset = new TestBrowser(shop);
    await reset.open(recovery?.link ?? '');
    await reset.send('PUT', '/auth/v1/user', { password: 'another secret password' });
    await vera.signIn(EMAIL, 'another secret password');
    for (const link of [confirmation?.link, recovery?.link]) {
      secrets.add(new URL(link ?? '').searchParams.get('token') ?? 'no token');
    }
    const { orderId, cookie } = await checkOut(shop, [{ id: part, amountCents: 4000 }], {
      cookie: vera.cookie,
    });
    secrets.add(cookie.split('=')[1] ?? '');
    await deliver(shop, orderId, 'paid');
    await deliver(shop, orderId, 'paid', 'a forged signature that is secret');
    await shop.runJobs();
    for (const value of [...vera.cookies.values(), ...reset.cookies.values()])
      if (value.length > 10) secrets.add(value);
    const json = {
      'Content-Type': 'application/json',
      Authorization: 'Bearer fc-secret-key',
      Cookie: vera.cookie,
    };
    await shop.request('/functions/v1/test-scraping-key', {
      method: 'POST',
      headers: json,
      body: '{"apiKey":"fc-secret-key"}',
    });
    // Now the database fails.
    await owner.query('alter table auth.users rename column email to email_away');
    await owner.query('alter table contact_messages rename to messages_away');
    for (const path of ['token?grant_type=password', 'signup', 'recover']) {
      await vera.request(`/auth/v1/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: EMAIL, password: PASSWORD, data: { display_name: 'Vera' } }),
      });
    }
    const failed = await shop.request('/functions/v1/send-contact-email', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': randomAddress() },
      body: JSON.stringify({ name: 'Vera', email: EMAIL, subject: 'Hi', message: PASSWORD }),
    });
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toMatch(/messages|relation|insert|at \w+ \(/);
    expect(written.length).toBeGreaterThan(20);
  } finally {
    for (const restore of consoles) restore();
    await shop[Symbol.asyncDispose]();
  }
  const log = written.join('\n');
  const leaked = [...secrets].filter(
    (secret) => log.includes(secret) || log.includes(encodeURIComponent(secret)),
  );
  expect(leaked.map((secret) => written.find((line) => line.includes(secret)))).toEqual([]);
});

test('a VIN in a path is not in the log, however it is spelled', async () => {
  const lines: string[] = [];
  const log = pino(logOptions('debug'), { write: (line) => void lines.push(line) });
  await using shop = await createTestShop({ log });
  const vins = ['1HGCM82633A004352', '1HGCM-82633A-004352', '1HGCM82633A%20004352', '%2531HGCM82633A004352'];
  for (const vin of vins)
    for (const folder of [
      '',
      '/part',
      '/parts',
      '/orders',
      '/api/parts',
      '/files/pictures',
      '/assets',
      '/rpc',
    ])
      for (const end of ['', '.data']) await shop.request(`${folder}/${vin}${end}`);
  expect(lines.filter((line) => line.includes('"path"'))).toHaveLength(64);
  expect(lines.filter((line) => /004352/.test(line))).toEqual([]);
});

test('secrets are removed from log lines', () => {
  const lines: string[] = [];
  const log = pino(logOptions('info'), { write: (line) => void lines.push(line) });
  const secret = 'a secret';
  log.info({
    password: secret,
    req: { headers: { cookie: secret, authorization: secret } },
    token: secret,
    email: secret,
  });
  log.error(
    Object.assign(new Error('x'), { detail: secret, parameters: [secret], query: secret, where: secret }),
  );
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain(secret);
});
