import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tallyRules } from '#core/limits/limits.ts';
import { createLimits } from '#server/limits/limits.ts';
import { TEST_SECRET } from '../support/test-database.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const anotherProcess = () =>
  createLimits({ pool: shop.database.pools.limits, secret: TEST_SECRET, log: pino({ level: 'silent' }) });

test('an address over the limit of writes sees when it may continue, and others are not affected', async () => {
  const write = (address: string, accept: string) =>
    shop.request('/auth/v1/logout', {
      method: 'POST',
      headers: { 'X-Forwarded-For': address, Accept: accept },
    });
  for (let n = 0; n < tallyRules.writes.points; n += 1) {
    expect((await write('203.0.113.9', '*/*')).status).toBe(200);
  }
  const refused = await write('203.0.113.9', '*/*');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
  const error = 'Too many requests from your network. Please wait a minute and try again.';
  expect(await refused.json()).toEqual({ error });
  expect(await (await write('203.0.113.9', 'text/html')).text()).toBe(error);
  expect((await write('203.0.113.10', '*/*')).status).toBe(200);
  // Reads are counted separately, and signed webhooks are not counted.
  const headers = { 'X-Forwarded-For': '203.0.113.9' };
  expect((await shop.request('/about', { headers })).status).toBe(200);
  const webhook = await shop.request('/functions/v1/payment-webhook', { method: 'POST', headers });
  expect(webhook.status).toBe(400);
});

test('a new port makes no new address', async () => {
  const write = (from: string) =>
    shop.request('/auth/v1/logout', { method: 'POST', headers: { 'X-Forwarded-For': from } });
  const { points } = tallyRules.writes;
  for (let n = 0; n < points; n += 1) expect((await write(`203.0.113.77:${10_000 + n}`)).status).toBe(200);
  expect((await write('203.0.113.77:9')).status).toBe(429);
  expect((await write('203.0.113.77')).status).toBe(429);
});

test('fifty busy shoppers behind one address are not refused', () => {
  const each = 1;
  expect(tallyRules.reads.points / tallyRules.reads.seconds).toBeGreaterThanOrEqual(50 * each);
});

test('all processes share counts loosely, and most addresses never cost a statement', async () => {
  const [one, other] = [anotherProcess(), anotherProcess()];
  const { points } = tallyRules.reads;
  const kept = async () =>
    Number((await shop.database.owner.query('select count(*) from limits')).rows[0].count);
  const before = await kept();
  for (let n = 0; n < 99; n += 1) expect(await one.tally('reads', '203.0.113.20')).toBeUndefined();
  expect(await kept()).toBe(before);

  for (let n = 0; n < points; n += 1) expect(await one.tally('reads', '203.0.113.30')).toBeUndefined();
  expect(await one.tally('reads', '203.0.113.30')).toBeGreaterThan(0);
  await expect
    .poll(
      async () => (await shop.database.owner.query('select max(points) as most from limits')).rows[0].most,
    )
    .toBe(points);
  // The other process asks for the count at its own hundredth request, and learns it with the answer.
  for (let n = 0; n < 100; n += 1) expect(await other.tally('reads', '203.0.113.30')).toBeUndefined();
  await expect
    .poll(() => other.tally('reads', '203.0.113.30'), { interval: 10, timeout: 10_000 })
    .toBeGreaterThan(0);
});

test('without a working database, each process still counts without delays', async () => {
  const { owner } = shop.database;
  const limits = anotherProcess();
  await owner.query('alter table limits rename to limits_away');
  const { points } = tallyRules.writes;
  for (let n = 0; n < points; n += 1) expect(await limits.tally('writes', '203.0.113.40')).toBeUndefined();
  expect(await limits.tally('writes', '203.0.113.40')).toBeGreaterThan(0);
  await owner.query('alter table limits_away rename to limits');
});

test('an IPv6 network counts as one address', async () => {
  const limits = anotherProcess();
  const { points } = tallyRules.writes;
  for (let n = 0; n < points; n += 1) await limits.tally('writes', `2001:db8:5:6:${(n % 9_999) + 1}::1`);
  expect(await limits.tally('writes', '2001:db8:5:6::77')).toBeGreaterThan(0);
  expect(await limits.tally('writes', '2001:db8:5:7::77')).toBeUndefined();
});

test('health checks have their own limit, use up no other limit, and cost few writes', async () => {
  const health = (address: string) => shop.request('/health', { headers: { 'X-Forwarded-For': address } });
  const written = async () => {
    const { rows } = await shop.database.owner.query("select xmin::text from limits where key = 'health'");
    return rows[0]?.xmin;
  };
  expect((await health('203.0.113.50')).status).toBe(200);
  const first = await written();
  expect(first).toBeDefined();
  await Promise.all(Array.from({ length: 100 }, () => health('203.0.113.50')));
  expect(await written()).toBe(first);

  const limits = anotherProcess();
  const { points } = tallyRules.reads;
  for (let n = 0; n <= points; n += 1) await limits.tally('reads', '203.0.113.51');
  expect((await health('203.0.113.51')).status).toBe(200);
  for (let n = 1; n < tallyRules.health.points; n += 1) await health('203.0.113.51');
  const refused = await health('203.0.113.51');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  // A load balancer that checks each second from several machines stays far below the limit.
  expect(tallyRules.health.points / tallyRules.health.seconds).toBeGreaterThanOrEqual(10);
});
