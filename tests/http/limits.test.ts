import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inLong } from '../support/in-long.ts';
import { isLong } from '../support/is-long.ts';
import { createLimits, clearExpiredLimits } from '#server/limits/limits.ts';
import { pino } from 'pino';
import { checkOut, deliver } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { TEST_SECRET } from '../support/test-database.ts';
import { silentPayments } from '../support/silent-payments.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;
let id: string;

beforeEach(async () => {
  shop = await createTestShop();
  [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 1000 }]);
});
afterEach(() => shop[Symbol.asyncDispose]());

const begin = (from: string, cookie?: string, settled: string[] = []) =>
  checkOut(shop, [{ id, amountCents: 4000 }], {
    from,
    ...(cookie !== undefined && { cookie }),
    body: { settled },
  });

/** The payments whose parts each browser has removed from its cart. */
const settledIn = new Map<string, string[]>();

/** Opens a payment page and pays, so that no stock stays held. */
async function buy(from: string, cookie?: string) {
  const settled = settledIn.get(cookie ?? '') ?? [];
  const begun = await begin(from, cookie, settled);
  if (begun.status !== 200) return begun;
  await deliver(shop, begun.orderId, 'paid');
  settledIn.set(begun.cookie, [`test_${begun.orderId}`, ...settled]);
  return begun;
}

/** Moves all counts into the past. */
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

test('one browser can open fifteen payment pages in ten minutes, and the refusal says when to continue', async () => {
  const { cookie } = await buy('203.0.113.9');
  // From any address.
  for (let n = 1; n < 15; n += 1) expect((await buy(`203.0.113.${n}`, cookie)).status).toBe(200);
  const refused = await begin('203.0.113.9', cookie);
  expect(refused).toMatchObject({
    status: 429,
    body: { error: 'Too many payments were started from your network. Please wait before trying again.' },
  });
  expect(Number(refused.retryAfter)).toBeGreaterThan(590);
  expect(Number(refused.retryAfter)).toBeLessThanOrEqual(600);
  expect(await ordersWritten()).toBe(15);
  expect((await begin('203.0.113.9')).status).toBe(200);
});

test('one account is counted in all its browsers', async () => {
  await shop.addUser({ email: 'olga@example.com', password: 'a long password' });
  const cookie = await shop.signIn('olga@example.com', 'a long password');
  for (let n = 0; n < 15; n += 1) expect((await buy(`203.0.113.${n}`, cookie)).status).toBe(200);
  expect((await begin('203.0.113.9', cookie)).status).toBe(429);
});

inLong('a workshop with 20 people behind one address can buy all day', async () => {
  await shop.database.owner.query('update parts_catalog set stock_quantity = 2000');
  const people: (string | undefined)[] = Array<undefined>(20).fill(undefined);
  // The first window ends after the fifth.
  for (let round = 0; round < (isLong ? 12 : 7); round += 1) {
    const bought = await Promise.all(people.map((cookie) => buy('203.0.113.9', cookie)));
    expect(bought.map(({ status }) => status)).toEqual(Array(20).fill(200));
    for (const [person, { cookie }] of bought.entries()) people[person] = cookie;
    await later(2);
  }
});

test('without cookies, an address is limited', async () => {
  const limits = createLimits({
    pool: shop.database.pools.limits,
    secret: TEST_SECRET,
    log: pino({ level: 'silent' }),
  });
  const rule = 'open-payment-page-from-address';
  await limits.take(rule, '2001:db8:5:6:7::1', 199);
  expect((await begin('2001:DB8:0005:6::')).status).toBe(200);
  expect((await begin('2001:db8:5:6::2')).status).toBe(429);
  expect((await begin('2001:db8:5:7::1')).status).toBe(200);
  await limits.take(rule, '::ffff:203.0.113.77', 200);
  expect((await begin('203.0.113.77')).status).toBe(429);
});

test('both windows are counted across all processes', async () => {
  const limits = () =>
    createLimits({ pool: shop.database.pools.limits, secret: TEST_SECRET, log: pino({ level: 'silent' }) });
  const allowedOf = async (times: number) => {
    const process = limits();
    let allowed = 0;
    for (let n = 0; n < times; n += 1) {
      if ((await process.take('open-payment-page', 'a browser')).allowed) allowed += 1;
    }
    return allowed;
  };
  expect([await allowedOf(10), await allowedOf(10)]).toEqual([10, 5]);
  for (let window = 1; window < 10; window += 1) {
    await later(10);
    expect(await allowedOf(16)).toBe(15);
  }
  await later(10);
  expect(await allowedOf(16)).toBe(0);
  await later(24 * 60);
  expect(await allowedOf(1)).toBe(1);
});

describe('a payment page that was not opened is not counted', () => {
  const counted = async () => {
    const { rows } = await shop.database.owner.query(
      'select coalesce(sum(points), 0)::int as points from limits',
    );
    return rows[0].points;
  };

  test('for concurrent refused requests', async () => {
    const { cookie } = await begin('203.0.113.9');
    const before = await counted();
    const sold = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 0 }]);
    const tries = Array.from({ length: 40 }, () =>
      checkOut(shop, [{ id: sold[0] ?? '', amountCents: 4000 }], { from: '203.0.113.9', cookie }),
    );
    for (const { status } of await Promise.all(tries)) expect([409, 429]).toContain(status);
    expect(await counted()).toBe(before);
    expect((await begin('203.0.113.9', cookie)).status).toBe(200);
  });

  test('for failures of the provider', async () => {
    await using other = await createTestShop({ payments: silentPayments });
    const [part = ''] = await addParts(other.database.owner, [{ price: 40 }]);
    for (let n = 0; n < 20; n += 1) {
      const { status } = await checkOut(other, [{ id: part, amountCents: 4000 }], { from: '203.0.113.9' });
      expect(status).toBe(502);
    }
    const { rows } = await other.database.owner.query('select sum(points)::int as points from limits');
    expect(rows).toEqual([{ points: 0 }]);
  });
});

test('for invalid purchases', async () => {
  for (let n = 0; n < 12; n += 1) {
    const answer = await checkOut(shop, [], { from: '203.0.113.9' });
    expect(answer).toMatchObject({ status: 400, body: { error: 'Your cart is empty' } });
  }
  expect((await begin('203.0.113.9')).status).toBe(200);
});

test('without a working counter, no payment starts, and the visitor sees an error', async () => {
  // better-auth checks its tables at the first request of a process, so they must exist then.
  expect((await begin('203.0.113.8')).status).toBe(200);
  await shop.database.owner.query('alter table limits rename to limits_away');
  expect(await begin('203.0.113.9')).toMatchObject({
    status: 503,
    retryAfter: '30',
    body: { error: 'Checkout failed. Please try again.' },
  });
  expect(await ordersWritten()).toBe(1);
  await shop.database.owner.query('alter table limits_away rename to limits');
  expect((await begin('203.0.113.9')).status).toBe(200);
});

test('addresses are stored as hashes, until their windows end', async () => {
  await begin('203.0.113.9');
  const { owner, pools } = shop.database;
  const kept = async () => (await owner.query('select * from limits')).rows;
  expect(JSON.stringify(await kept())).not.toContain('203.0.113');
  expect(await kept()).toHaveLength(4);
  await later(30);
  await clearExpiredLimits(pools.limits);
  expect(await kept()).toHaveLength(2);
});

test('a key whose counts are returned is not refused from memory either', async () => {
  const limits = createLimits({
    pool: shop.database.pools.limits,
    secret: TEST_SECRET,
    log: pino({ level: 'silent' }),
  });
  const take = () => limits.take('sign-in-from-known-device', 'somebody on a device of theirs');
  const answers = await Promise.all(Array.from({ length: 12 }, take));
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10);
  for (let n = 0; n < 10; n += 1) {
    await limits.giveBack('sign-in-from-known-device', 'somebody on a device of theirs');
  }
  expect(await take()).toEqual({ allowed: true });
});
