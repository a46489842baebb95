import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PaymentRequest } from '#core/orders/payment.ts';
import type { Payments } from '#core/payments/payments.server.ts';
import { clearClientNetworks } from '#core/payments/clear-client-networks.server.ts';
import { type CheckoutItem, checkOut, deliver, stockOf } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { silentPayments } from '../support/silent-payments.ts';
import { useSharedDatabase } from '../support/shared-database.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

/** The total number of pieces: two percent are 30. */
const PARTS = 300;
const PIECES_EACH = 5;

const database = useSharedDatabase();
let shop: TestShop;
let ids: string[];

beforeEach(async () => {
  shop = await createTestShop({ database: database() });
  const { rows } = await shop.database.owner.query<{ id: string }>(
    `insert into parts_catalog (part_name, category, price, stock_quantity)
     select 'Part ' || number, 'Brakes', 40, $2 from generate_series(1, $1) as number returning id`,
    [PARTS, PIECES_EACH],
  );
  ids = rows.map(({ id }) => id);
});
afterEach(() => shop[Symbol.asyncDispose]());

const buyNow = { purchase: 'buy_now' };

function item(index: number, quantity = 1): CheckoutItem {
  return { id: ids[index % PARTS] ?? '', amountCents: 4000, quantity };
}

async function piecesHeld(): Promise<number> {
  const { rows } = await shop.database.owner.query('select sum(stock_held)::int as held from parts_catalog');
  return rows[0].held;
}

async function ordersWritten(): Promise<number> {
  const { rows } = await shop.database.owner.query('select count(*)::int as count from orders');
  return rows[0].count;
}

describe('one address can hold two percent of the pieces in many attempts', () => {
  /** 60 attempts request different parts, and together all parts. */
  async function attack(optionsOf: (index: number) => Parameters<typeof checkOut>[2]) {
    const tries = Array.from({ length: 60 }, (_, index) =>
      checkOut(
        shop,
        Array.from({ length: 5 }, (_part, place) => item(index * 5 + place, 1 + (index % PIECES_EACH))),
        optionsOf(index),
      ),
    );
    const answers = await Promise.all(tries);
    for (const { status } of answers) expect([200, 409, 429]).toContain(status);
    return answers;
  }

  test('without cookies', async () => {
    const answers = await attack(() => ({ from: '203.0.113.9' }));
    expect(await piecesHeld()).toBeLessThanOrEqual(30);
    // The limit is reached almost exactly: five pieces at a time do not always add up to it.
    expect(await piecesHeld()).toBeGreaterThan(20);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error).toBe(
      'We have already set aside as many parts as we can for your network. Please sign in, or try again in a few minutes.',
    );
    expect(Number(refused?.retryAfter)).toBeGreaterThan(60);
    expect(Number(refused?.retryAfter)).toBeLessThanOrEqual(30 * 60);
  });

  test('from a whole IPv6 network', async () => {
    await attack((index) => ({ from: `2001:db8:5:6:${index.toString(16)}::1` }));
    expect(await piecesHeld()).toBeLessThanOrEqual(30);
    const neighbor = await checkOut(shop, [item(299)], { from: '2001:db8:5:7::1' });
    expect(neighbor.status).toBe(200);
  });

  test('with the cookies of one browser, at most half of that', async () => {
    const { cookie } = await checkOut(shop, [item(0)], { from: '203.0.113.9', body: buyNow });
    // A cookie for the browser only: its earlier payments stay open.
    const browser = cookie.split('; ').find((each) => each.startsWith('partyard.browser')) ?? '';
    await attack((index) => ({ from: randomAddress(), cookie: index === 0 ? cookie : browser }));
    expect(await piecesHeld()).toBeLessThanOrEqual(15);
  });

  test('one piece at a time, after the first hundred attempts failed', async () => {
    const tries = Array.from({ length: 150 }, (_, index) =>
      checkOut(shop, [item(index)], { from: '203.0.113.9', body: buyNow }),
    );
    const answers = await Promise.all(tries);
    // On a busy machine some fail before they have a payment page, and are repeated.
    for (let index = 150; index < 155; index += 1) {
      await checkOut(shop, [item(index)], { from: '203.0.113.9', body: buyNow });
    }
    expect(await piecesHeld()).toBe(30);
    const failed = answers.filter(({ status }) => status >= 500).length;
    expect(await ordersWritten()).toBeLessThanOrEqual(30 + failed);
  });
});

test('paying or canceling makes room for the next', async () => {
  const from = '203.0.113.9';
  const first = await checkOut(shop, [item(0, 5), item(1, 5), item(2, 5)], { from });
  const second = await checkOut(shop, [item(3, 5), item(4, 5), item(5, 5)], { from });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect((await checkOut(shop, [item(6)], { from })).status).toBe(429);
  await deliver(shop, first.orderId, 'paid');
  await deliver(shop, second.orderId, 'canceled');
  // Fifteen of 1,500 are sold, so the limit is 29 now.
  expect((await checkOut(shop, [item(6, 5), item(7, 5), item(8, 4)], { from })).status).toBe(200);
  expect((await checkOut(shop, [item(9, 5), item(10, 5), item(11, 4)], { from })).status).toBe(200);
  expect((await checkOut(shop, [item(12)], { from })).status).toBe(200);
  expect((await checkOut(shop, [item(13)], { from })).status).toBe(429);
});

test('an order that is too large for a guest is refused with advice, and changes nothing', async () => {
  const items = Array.from({ length: 4 }, (_, index) => item(index, 5));
  const refused = await checkOut(shop, items);
  expect(refused).toMatchObject({
    status: 409,
    retryAfter: null,
    body: {
      error: 'You can check out up to 15 units at a time without an account. Please order fewer, or sign in.',
    },
  });
  expect(await ordersWritten()).toBe(0);
  expect(await piecesHeld()).toBe(0);
  // The parts of this file have new names, whose kind is still to be found.
  const { rows } = await shop.database.owner.query(
    "select task_identifier from graphile_worker.jobs where task_identifier <> 'find-kinds'",
  );
  expect(rows).toEqual([]);

  await shop.addUser({ email: 'olga@example.com', password: 'a long password' });
  const cookie = await shop.signIn('olga@example.com', 'a long password');
  expect((await checkOut(shop, items, { cookie })).status).toBe(200);
});

test('accounts have their own limit, as do all accounts of one address', async () => {
  const from = '203.0.113.9';
  const statuses: number[][] = [];
  for (const name of ['olga', 'sam', 'pat']) {
    await shop.addUser({ email: `${name}@example.com`, password: 'a long password' });
    const cookie = await shop.signIn(`${name}@example.com`, 'a long password');
    // Five percent of the pieces are 75, ten percent 150.
    const tries = Array.from({ length: 10 }, (_, index) =>
      checkOut(shop, [item(index * 2, 5), item(index * 2 + 1, 5)], { from, cookie }),
    );
    statuses.push((await Promise.all(tries)).map(({ status }) => status));
    ids = ids.slice(20).concat(ids.slice(0, 20));
  }
  const allowed = statuses.map((each) => each.filter((status) => status === 200).length);
  expect(allowed).toEqual([7, 7, 1]);
  expect(await piecesHeld()).toBe(150);
  // Guests of the same address still have their limit.
  expect((await checkOut(shop, [item(0)], { from })).status).toBe(200);
});

test('in a small shop one address can hold five pieces', async () => {
  const { owner } = shop.database;
  await owner.query('delete from parts_catalog');
  const [id = ''] = await addParts(owner, [{ price: 40, stock_quantity: 20 }]);
  const tries = Array.from({ length: 12 }, () =>
    checkOut(shop, [{ id, amountCents: 4000 }], { from: '203.0.113.9' }),
  );
  const answers = await Promise.all(tries);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await stockOf(shop, id)).toEqual({ stock: 20, held: 5 });
});

test('large orders of guests are held for 15 minutes, and their pages stay open longer', async () => {
  const pages: PaymentRequest[] = [];
  const payments: Payments = {
    ...silentPayments,
    async createPage(request) {
      pages.push(request);
      return { sessionId: request.orderId, url: `http://pay.test/${request.orderId}` };
    },
  };
  await using other = await createTestShop({ database: database(), payments });
  const [dear = '', cheap = ''] = await addParts(other.database.owner, [
    { price: 2600, stock_quantity: 5 },
    { price: 40, stock_quantity: 5 },
  ]);
  await other.addUser({ email: 'olga@example.com', password: 'a long password' });
  const cookie = await other.signIn('olga@example.com', 'a long password');
  await checkOut(other, [{ id: dear, amountCents: 2600_00 }]);
  await checkOut(other, [{ id: cheap, amountCents: 4000 }]);
  await checkOut(other, [{ id: dear, amountCents: 2600_00 }], { cookie });

  const { rows } = await other.database.owner.query(
    `select round(extract(epoch from orders.expires_at - orders.created_at) / 60)::int as held,
       orders.expires_at = stock_holds.expires_at as same
     from orders join stock_holds on order_id = orders.id
     order by orders.created_at`,
  );
  expect(rows).toEqual([
    { held: 15, same: true },
    { held: 30, same: true },
    { held: 30, same: true },
  ]);
  // The minimum of the provider.
  for (const { expiresAt } of pages) {
    expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(30);
  }
});

test('the number of pieces in stock stays correct after all changes', async () => {
  const { owner, pools } = shop.database;
  const counted = async () => {
    const { rows } = await owner.query(
      `select (select sum(pieces) from catalog_tallies)::int as counted,
         (select sum(stock_quantity) from parts_catalog)::int as pieces`,
    );
    expect(rows[0].counted).toBe(rows[0].pieces);
    return rows[0].pieces;
  };
  expect(await counted()).toBe(PARTS * PIECES_EACH);
  const { orderId } = await checkOut(shop, [item(0, 3)]);
  expect(await counted()).toBe(PARTS * PIECES_EACH);
  await deliver(shop, orderId, 'paid');
  await owner.query('update parts_catalog set stock_quantity = stock_quantity * 2, price = 3');
  await owner.query('delete from parts_catalog where stock_quantity < 10');
  await owner.query('update parts_catalog set price = 4 where false');
  expect(await counted()).toBe((PARTS - 1) * PIECES_EACH * 2);
  await pools.as({ role: 'service_role' }, (transaction) =>
    transaction.selectNoFrom((of) => of.fn('clean_up_catalog').as('done')).execute(),
  );
  expect((await owner.query('select from catalog_tallies')).rowCount).toBe(1);
  await owner.query("select restore_deleted_parts('2000-01-01')");
  expect(await counted()).toBe((PARTS - 1) * PIECES_EACH * 2 + 4);
});

test('networks are deleted after two days, unless the order is still open', async () => {
  const { owner, pools } = shop.database;
  const old = await checkOut(shop, [item(0)]);
  await deliver(shop, old.orderId, 'paid');
  await checkOut(shop, [item(1)]);
  await owner.query("update orders set created_at = now() - interval '49 hours'");
  const recent = await checkOut(shop, [item(2)]);
  await deliver(shop, recent.orderId, 'paid');
  await clearClientNetworks(pools);
  const { rows } = await owner.query('select id from orders where client_network is null');
  expect(rows).toEqual([{ id: old.orderId }]);
});

test.each([-60, 60])(
  'a hold ends by the clock of the database, also if that of the process is %i minutes ahead',
  async (minutes) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
    try {
      expect((await checkOut(shop, [item(0)])).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
    const { rows } = await shop.database.owner.query(
      'select extract(epoch from expires_at - now())::int / 60 as minutes from orders union all ' +
        'select extract(epoch from expires_at - now())::int / 60 from stock_holds',
    );
    for (const held of rows) {
      expect(held.minutes).toBeGreaterThanOrEqual(29);
      expect(held.minutes).toBeLessThanOrEqual(60);
    }
    expect(rows).toHaveLength(2);
  },
);
