import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLimits, clearExpiredLimits } from '#server/limits/limits.ts';
import { pino } from 'pino';
import { checkOut } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { TEST_SECRET } from '../support/test-database.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;
let id: string;

beforeEach(async () => {
  shop = await createTestShop();
  [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 1000 }]);
});
afterEach(() => shop[Symbol.asyncDispose]());

const begin = (from: string) => checkOut(shop, [{ id, amountCents: 4000 }], { from });

/** Lets time pass for all that is counted. */
async function later(minutes: number) {
  const { rowCount } = await shop.database.owner.query('update limits set expire = expire - $1', [
    minutes * 60_000,
  ]);
  expect(rowCount).toBeGreaterThan(0);
}

async function ordersWritten(): Promise<number> {
  const { rows } = await shop.database.owner.query('select count(*)::int as count from orders');
  return rows[0].count;
}

test('one address begins ten payments in ten minutes, and is told when it may go on', async () => {
  for (let n = 0; n < 10; n += 1) expect((await begin('203.0.113.9')).status).toBe(200);
  const refused = await begin('203.0.113.9');
  expect(refused).toMatchObject({
    status: 429,
    body: { error: 'Too many payments were begun from here. Please wait before trying again.' },
  });
  expect(Number(refused.retryAfter)).toBeGreaterThan(590);
  expect(Number(refused.retryAfter)).toBeLessThanOrEqual(600);
  expect(await ordersWritten()).toBe(10);
  expect((await begin('203.0.113.10')).status).toBe(200);
});

test('the half hour and the day are counted too, by all processes together', async () => {
  const limits = () =>
    createLimits({ pool: shop.database.pools.limits, secret: TEST_SECRET, log: pino({ level: 'silent' }) });
  const allowedOf = async (times: number) => {
    const process = limits();
    let allowed = 0;
    for (let n = 0; n < times; n += 1) {
      if ((await process.take('begin-payment', '203.0.113.9')).allowed) allowed += 1;
    }
    return allowed;
  };
  expect([await allowedOf(7), await allowedOf(7)]).toEqual([7, 3]);
  await later(10);
  expect(await allowedOf(10)).toBe(5);
  await later(30);
  expect(await allowedOf(11)).toBe(10);
  await later(30);
  expect(await allowedOf(10)).toBe(5);
  await later(24 * 60);
  expect(await allowedOf(1)).toBe(1);
});

test('a subscriber has one network of IPv6 addresses', async () => {
  for (let n = 0; n < 10; n += 1) await begin(`2001:db8:5:6:${n}::1`);
  expect((await begin('2001:DB8:0005:6::')).status).toBe(429);
  expect((await begin('2001:db8:5:7::1')).status).toBe(200);
  for (let n = 0; n < 10; n += 1) await begin(`::ffff:203.0.113.${n}`);
  expect((await begin('::ffff:203.0.113.77')).status).toBe(200);
});

test('what is no purchase is not counted', async () => {
  for (let n = 0; n < 12; n += 1) {
    const answer = await checkOut(shop, [], { from: '203.0.113.9' });
    expect(answer).toMatchObject({ status: 400, body: { error: 'Your cart is empty' } });
  }
  expect((await begin('203.0.113.9')).status).toBe(200);
});

test('where nobody can count, nothing is begun, and the visitor is told so', async () => {
  await shop.database.owner.query('alter table limits rename to limits_away');
  expect(await begin('203.0.113.9')).toMatchObject({
    status: 503,
    retryAfter: '30',
    body: { error: 'Checkout failed. Please try again.' },
  });
  expect(await ordersWritten()).toBe(0);
  await shop.database.owner.query('alter table limits_away rename to limits');
  expect((await begin('203.0.113.9')).status).toBe(200);
});

test('addresses are kept as hashes, until their time is over', async () => {
  await begin('203.0.113.9');
  const { owner, pools } = shop.database;
  const kept = async () => (await owner.query('select * from limits')).rows;
  expect(JSON.stringify(await kept())).not.toContain('203.0.113');
  expect(await kept()).toHaveLength(3);
  await later(30);
  await clearExpiredLimits(pools.limits);
  expect(await kept()).toHaveLength(1);
});

test('whoever gets their times back is not refused from memory either', async () => {
  const limits = createLimits({
    pool: shop.database.pools.limits,
    secret: TEST_SECRET,
    log: pino({ level: 'silent' }),
  });
  const take = () => limits.take('sign-in-from-known-device', 'somebody on a device of theirs');
  const answers = await Promise.all(Array.from({ length: 12 }, take));
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10);
  for (let n = 0; n < 12; n += 1) {
    await limits.giveBack('sign-in-from-known-device', 'somebody on a device of theirs');
  }
  expect(await take()).toEqual({ allowed: true });
});
