import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CartItem } from '#core/carts/cart.ts';
import { computeCartTotals } from '#core/carts/cart-totals.ts';
import { checkOut, deliver, orderState, stockOf } from '../support/checkout.ts';
import { isLong } from '../support/is-long.ts';
import { removeJobs } from '../support/jobs.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';
import { silentPayments } from '../support/silent-payments.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { orderNumber } from '../support/orders.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function addPart(part: PartColumns = {}): Promise<string> {
  const [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 2, ...part }]);
  return id;
}

async function countOrders(): Promise<number> {
  const { rows } = await shop.database.owner.query('select count(*)::int as count from orders');
  return rows[0].count;
}

describe('a new payment', () => {
  test('writes a pending order with copies of its lines, and holds the stock', async () => {
    const id = await addPart({ part_name: 'Rotor', oem_number: '43512-0E030', part_type: 'New' });
    const { status, body, orderId } = await checkOut(shop, [{ id, amountCents: 4000, quantity: 2 }]);
    expect({ status, body }).toEqual({
      status: 200,
      body: { url: `http://shop.test/test-payment/${orderId}` },
    });
    // 80.00 + 6.40 tax + 15.00 shipping
    expect(await orderState(shop, orderId)).toEqual({
      status: 'pending',
      amount: '101.40',
      email: null,
      holds: [{ outcome: null, quantity: 2 }],
    });
    expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 2 });
    const { rows } = await shop.database.owner.query(
      'select part_name, oem_number, part_type, unit_price, quantity from order_lines where order_id = $1',
      [orderId],
    );
    expect(rows).toEqual([
      { part_name: 'Rotor', oem_number: '43512-0E030', part_type: 'New', unit_price: '40.00', quantity: 2 },
    ]);
  });

  test('stores the browser (in an HttpOnly cookie), the network, and the page', async () => {
    const items = [{ id: await addPart(), amountCents: 4000 }];
    const orderOf = async (orderId: string) => {
      const { rows } = await shop.database.owner.query(
        'select browser_id, client_network, payment_url from orders where id = $1',
        [orderId],
      );
      return rows[0];
    };
    const first = await checkOut(shop, items, { from: '2001:db8:5:6:7:8:9:a' });
    const order = await orderOf(first.orderId);
    expect(order).toEqual({
      browser_id: expect.stringMatching(/^[\da-f-]{36}$/),
      client_network: '2001:db8:5:6::/64',
      payment_url: first.body.url,
    });
    const attributes = '; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax';
    expect(first.setCookies).toContain(`partyard.browser=${order.browser_id}${attributes}`);
    const second = await checkOut(shop, items, { cookie: first.cookie });
    expect(await orderOf(second.orderId)).toMatchObject({ browser_id: order.browser_id });
    const made = await checkOut(shop, items, { cookie: "partyard.browser=' or 1=1 --" });
    expect(made.status).toBe(200);
    expect((await orderOf(made.orderId)).browser_id).not.toBe(order.browser_id);
  });

  test('stores the signed-in user', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await shop.addUser({ email, password: 'a long password' });
    const cookie = await shop.signIn(email, 'a long password');
    const { orderId } = await checkOut(shop, [{ id: await addPart(), amountCents: 4000 }], { cookie });
    const { rows } = await shop.database.owner.query('select user_id, email from orders where id = $1', [
      orderId,
    ]);
    expect(rows).toEqual([{ user_id: userId, email }]);
  });

  test("with other items replaces the browser's earlier payment and releases its stock", async () => {
    const id = await addPart({ stock_quantity: 2 });
    const first = await checkOut(shop, [{ id, amountCents: 4000, quantity: 2 }]);
    const stranger = await checkOut(shop, [{ id, amountCents: 4000 }]);
    expect(stranger.status).toBe(409);
    const second = await checkOut(shop, [{ id, amountCents: 4000 }], { cookie: first.cookie });
    expect(second.status).toBe(200);
    expect(await orderState(shop, first.orderId)).toMatchObject({
      status: 'expired',
      holds: [{ outcome: 'released' }],
    });
    expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 1 });
  });

  test("by Buy Now contains one part at the shop's own rates", async () => {
    const id = await addPart({ price: 100.01 });
    await shop.database.owner.query(
      'update parts_catalog set tax_rate = 0.2, shipping_cost = 99 where id = $1',
      [id],
    );
    const buyNow = { body: { purchase: 'buy_now', taxCents: 800, shippingCents: 0 } };
    expect(await checkOut(shop, [{ id, amountCents: 10_001, quantity: 2 }], buyNow)).toMatchObject({
      status: 400,
    });
    const { orderId } = await checkOut(shop, [{ id, amountCents: 10_001 }], buyNow);
    expect(await orderState(shop, orderId)).toMatchObject({ amount: '108.01' });
  });

  test('for an item without an id finds the only part with that name and amount', async () => {
    await shop.database.owner.query("delete from parts_catalog where part_name like '% Horn'");
    await addPart({ part_name: 'Only Horn', price: 12.34 });
    await addPart({ part_name: 'Twin Horn' });
    await addPart({ part_name: 'Twin Horn' });
    expect(await checkOut(shop, [{ name: 'Only Horn', amountCents: 1234 }])).toMatchObject({ status: 200 });
    expect(await checkOut(shop, [{ name: 'Twin Horn', amountCents: 4000 }])).toMatchObject({
      status: 409,
      body: { error: 'Twin Horn does not match exactly one part of the catalog at this price' },
    });
  });
});

test("charges the server's prices, whatever the cart shows", async () => {
  // Enough units that a guest may hold them all.
  await addPart({ part_name: 'Washer', stock_quantity: 10_000 });
  const anyPart = fc.record({
    price: fc.integer({ min: 1, max: 50_000 }).map((cents) => cents / 100),
    quantity: fc.integer({ min: 1, max: 9 }),
    taxRate: fc.option(
      fc.integer({ min: 0, max: 20_000 }).map((units) => units / 100_000),
      { nil: undefined },
    ),
    shipping: fc.option(
      fc.integer({ min: 0, max: 9_999 }).map((cents) => cents / 100),
      { nil: undefined },
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyPart, { minLength: 1, maxLength: 5 }), async (parts) => {
      const cart: CartItem[] = [];
      for (const { price, quantity, taxRate, shipping } of parts) {
        const id = await addPart({ price, stock_quantity: 9 });
        await shop.database.owner.query(
          'update parts_catalog set tax_rate = $1, shipping_cost = $2 where id = $3',
          [taxRate, shipping, id],
        );
        const rates = {
          ...(taxRate !== undefined && { tax_rate: taxRate }),
          ...(shipping !== undefined && { shipping_cost: shipping }),
        };
        cart.push({ id, name: 'Front Brake Pads', partNumber: '', price, quantity, image: '', ...rates });
      }
      const { taxCents, shippingCents, totalCents } = computeCartTotals(cart);
      fc.pre(totalCents >= 50);
      const items = cart.map(({ id, price, quantity }) => ({
        id,
        amountCents: Math.round(price * 100),
        quantity,
      }));
      const { status, orderId } = await checkOut(shop, items, { body: { taxCents, shippingCents } });
      expect(status).toBe(200);
      expect(await orderState(shop, orderId)).toMatchObject({ amount: (totalCents / 100).toFixed(2) });
    }),
    { numRuns: isLong ? 1_000 : 20 },
  );
});

describe('a payment is refused without writing', () => {
  async function expectRefused(
    asked: Promise<{ status: number; body: object }>,
    status: number,
    body: object,
  ) {
    const before = await countOrders();
    expect(await asked).toMatchObject({ status, body });
    expect(await countOrders()).toBe(before);
  }

  test('for an empty cart', () => expectRefused(checkOut(shop, []), 400, { error: 'Your cart is empty' }));

  test('when a price has changed, with the current one', async () => {
    const id = await addPart({ part_name: 'Rotor', price: 45 });
    await expectRefused(checkOut(shop, [{ id, amountCents: 4000 }]), 409, {
      error: 'The price of Rotor has changed',
      items: [{ id, amountCents: 4500, available: 2 }],
    });
  });

  test('when tax or shipping differ, with the current ones', async () => {
    const id = await addPart();
    await expectRefused(checkOut(shop, [{ id, amountCents: 4000 }], { body: { taxCents: 0 } }), 409, {
      taxCents: 320,
      shippingCents: 1500,
    });
  });

  test('beyond the stock, summed over lines with the same part', async () => {
    const id = await addPart({ part_name: 'Rotor' });
    const twice = [
      { id, amountCents: 4000, quantity: 2 },
      { id, amountCents: 4000, quantity: 1 },
    ];
    await expectRefused(checkOut(shop, twice), 409, { error: 'Only 2 of Rotor in stock' });
    expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 0 });
  });

  test.each<[string, PartColumns, string]>([
    ['that is sold out', { stock_quantity: 0 }, 'Rotor is out of stock'],
    ['without a price', { price: null }, 'Rotor has no price yet: please request it'],
    ['with a price of 0', { price: 0 }, 'Rotor has no price yet: please request it'],
  ])('for a part %s', async (_what, part, error) => {
    const id = await addPart({ part_name: 'Rotor', ...part });
    await expectRefused(checkOut(shop, [{ id, amountCents: 4000 }]), 409, { error });
  });

  test.each(['00000000-0000-4000-8000-000000000000', 'no-uuid', "'; drop table orders; --"])(
    'for an unknown part (%s)',
    (id) =>
      expectRefused(checkOut(shop, [{ id, name: 'Ghost', amountCents: 4000 }]), 409, {
        error: 'Ghost is no longer in the catalog',
        items: [{ id, amountCents: null, available: 0 }],
      }),
  );

  test.each([
    [{ quantity: 0 }, 'items.0.quantity must be at least 1'],
    [{ quantity: -1 }, 'items.0.quantity must be at least 1'],
    [{ quantity: 1.5 }, 'items.0.quantity must be a whole number'],
    [{ quantity: 1e9 }, 'items.0.quantity must be at most 999'],
    [{ amountCents: 0 }, 'items.0.amountCents must be at least 1'],
    [{ amountCents: 10.5 }, 'items.0.amountCents must be a whole number of cents'],
    [{ amountCents: 1e15 }, 'items.0.amountCents is too large'],
    [{ name: 'a\0b' }, 'items.0.name must not contain a NUL character'],
  ])('for %o', async (wrong, error) => {
    const id = await addPart();
    await expectRefused(checkOut(shop, [{ id, amountCents: 4000, ...wrong }]), 400, { error });
  });

  test.each([
    [0.22, 0.25, 'The minimum for card payments is $0.50. Please add another part.'],
    [9_999_999.5, 0, 'The maximum for one card payment is $999,999.99. Please remove some parts.'],
  ])("for a total that cards can't pay: %d", async (price, shipping, error) => {
    const id = await addPart({ price, shipping_cost: shipping });
    const body = { shippingCents: shipping * 100 };
    await expectRefused(checkOut(shop, [{ id, amountCents: price * 100 }], { body }), 409, { error });
    expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 0 });
    const least = await addPart({ price: 0.23, shipping_cost: 0.25 });
    const allowed = await checkOut(shop, [{ id: least, amountCents: 23 }], { body: { shippingCents: 25 } });
    expect(await orderState(shop, allowed.orderId)).toMatchObject({ amount: '0.50' });
    await deliver(shop, allowed.orderId, 'expired');
  });

  test('for another currency, or too many lines', async () => {
    const id = await addPart();
    const item = { id, amountCents: 4000 };
    await expectRefused(checkOut(shop, [item], { body: { currency: 'eur' } }), 400, {
      error: "currency must be 'usd'",
    });
    await expectRefused(
      checkOut(
        shop,
        Array.from({ length: 101 }, () => item),
      ),
      400,
      { error: 'items must be at most 100' },
    );
  });

  test("from another site with a visitor's cookies", async () => {
    const response = await shop.request('/functions/v1/create-payment', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: 'https://evil.example' },
      body: '{}',
    });
    expect(response.status).toBe(403);
  });

  test('for any invalid body, without a 5xx', async () => {
    const before = await countOrders();
    const part = fc.record(
      { id: fc.anything(), name: fc.anything(), amountCents: fc.anything(), quantity: fc.anything() },
      { requiredKeys: [] },
    );
    const request = fc.oneof(
      fc.anything(),
      fc.record({
        items: fc.array(part, { maxLength: 3 }),
        currency: fc.constantFrom('usd', 'eur', null),
        shippingCents: fc.oneof(fc.integer(), fc.anything()),
        taxCents: fc.oneof(fc.integer(), fc.anything()),
      }),
    );
    await fc.assert(
      fc.asyncProperty(request, async (body) => {
        const response = await shop.request('/functions/v1/create-payment', {
          method: 'POST',
          body: safeJson(body),
        });
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
        expect(await response.json()).toHaveProperty('error');
      }),
      { numRuns: isLong ? 5_000 : 150 },
    );
    expect(await countOrders()).toBe(before);
  });
});

function safeJson(body: unknown): string {
  try {
    return JSON.stringify(body) ?? 'undefined';
  } catch {
    return '{';
  }
}

test('of 50 concurrent buyers of the last one, exactly one holds it', async () => {
  const id = await addPart({ stock_quantity: 1 });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => checkOut(shop, [{ id, amountCents: 4000 }])),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(49).fill(409)]);
  expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 1 });
});

test('buyers of the same parts in different orders cause no deadlock', async () => {
  const ids = [
    await addPart({ stock_quantity: 500 }),
    await addPart({ stock_quantity: 500, vehicle_year: 2016 }),
  ];
  const items = ids.map((id) => ({ id, amountCents: 4000 }));
  const orders = Array.from({ length: 40 }, (_, index) =>
    checkOut(shop, index % 2 ? items : items.toReversed()),
  );
  for (const { status } of await Promise.all(orders)) expect(status).toBe(200);
  for (const id of ids) expect(await stockOf(shop, id)).toEqual({ stock: 500, held: 40 });
});

test("a concurrent hold, written between another's read and write, is not missed", async () => {
  const id = await addPart({ stock_quantity: 1 });
  const { owner } = shop.database;
  await owner.query('begin');
  await owner.query('select from parts_catalog where id = $1 for update', [id]);
  const waiting = checkOut(shop, [{ id, amountCents: 4000 }]);
  await expect
    .poll(async () => (await isWaiting()).length, { interval: 10, timeout: 10_000 })
    .toBeGreaterThan(0);
  await owner.query('update parts_catalog set stock_held = 1 where id = $1', [id]);
  await owner.query('commit');
  expect(await waiting).toMatchObject({ status: 409 });
  await owner.query('update parts_catalog set stock_held = 0 where id = $1', [id]);

  async function isWaiting() {
    const { rows } = await owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows;
  }
});

describe('an event of the provider', () => {
  async function begin(quantity = 1) {
    const id = await addPart();
    const { orderId } = await checkOut(shop, [{ id, amountCents: 4000, quantity }]);
    return { id, orderId };
  }

  test('paid: the order is completed, the stock sold, and both mails are queued', async () => {
    const { id, orderId } = await begin();
    expect((await deliver(shop, orderId, 'paid')).status).toBe(200);
    expect(await orderState(shop, orderId)).toMatchObject({
      status: 'completed',
      email: 'dana@example.com',
      holds: [{ outcome: 'sold' }],
    });
    expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
    await shop.runJobs();
    const { rows } = await shop.database.owner.query(
      'select recipient, sent_at is not null as sent from mails where subject like $1 order by recipient',
      [`%${await orderNumber(shop.database.owner, orderId)}%`],
    );
    expect(rows).toEqual([
      { recipient: 'dana@example.com', sent: true },
      { recipient: null, sent: true },
    ]);
  });

  test.each(['expired', 'canceled', 'failed'] as const)('%s: the hold is released once', async (kind) => {
    const { id, orderId } = await begin();
    for (let time = 0; time < 2; time += 1) expect((await deliver(shop, orderId, kind)).status).toBe(200);
    expect(await orderState(shop, orderId)).toMatchObject({
      status: kind,
      holds: [{ outcome: 'released' }],
    });
    expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 0 });
  });

  test('three concurrent deliveries of an event have one effect, with one mail to each recipient', async () => {
    const { id, orderId } = await begin();
    const answers = await Promise.all([1, 2, 3].map(() => deliver(shop, orderId, 'paid')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
    const { rows } = await shop.database.owner.query('select from mails where subject like $1', [
      `%${await orderNumber(shop.database.owner, orderId)}%`,
    ]);
    expect(rows).toHaveLength(2);
  });

  test('expired after paid changes nothing', async () => {
    const { id, orderId } = await begin();
    await deliver(shop, orderId, 'paid');
    await deliver(shop, orderId, 'expired');
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
  });

  test('paid after expired: the stock is still there, so it is sold', async () => {
    const { id, orderId } = await begin();
    await deliver(shop, orderId, 'expired');
    await deliver(shop, orderId, 'paid');
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
    expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
  });

  test('paid after expired, but sold meanwhile: a refund is requested, and buyer and shop get a mail', async () => {
    const { id, orderId } = await begin(2);
    await deliver(shop, orderId, 'expired');
    const other = await checkOut(shop, [{ id, amountCents: 4000 }]);
    await deliver(shop, other.orderId, 'paid');
    await deliver(shop, orderId, 'paid');
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'canceled' });
    expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
    const { owner } = shop.database;
    const refunds = await owner.query('select state from refunds where order_id = $1', [orderId]);
    expect(refunds.rows).toEqual([{ state: 'requested' }]);
    const mails = await owner.query('select subject from mails where subject like $1 order by recipient', [
      `%${await orderNumber(shop.database.owner, orderId)}%`,
    ]);
    expect(mails.rows.map((mail) => mail.subject)).toEqual([
      expect.stringContaining('sold out'),
      expect.stringContaining('paid too late'),
    ]);
    await shop.runJobs();
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'refunded' });
  });

  test('a refund before its payment sells nothing', async () => {
    const { id, orderId } = await begin();
    await deliver(shop, orderId, 'refunded');
    await deliver(shop, orderId, 'paid');
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'refunded' });
    expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 0 });
  });

  test('a dispute before its payment keeps the buyer, and the stock is sold', async () => {
    const { id, orderId } = await begin();
    await deliver(shop, orderId, 'disputed');
    await deliver(shop, orderId, 'paid');
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'disputed', email: 'dana@example.com' });
    expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
  });

  test('the deletion of a part does not stop its order', async () => {
    const { id, orderId } = await begin();
    await shop.database.owner.query('delete from parts_catalog where id = $1', [id]);
    await deliver(shop, orderId, 'paid');
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'completed' });
  });

  test("without a signature, or of another shop's order, has no effect", async () => {
    const { orderId } = await begin();
    expect((await deliver(shop, orderId, 'paid', '')).status).toBe(400);
    expect((await deliver(shop, orderId, 'paid', 'ab'.repeat(32))).status).toBe(400);
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'pending' });
    expect((await deliver(shop, '00000000-0000-4000-8000-000000000000', 'paid')).status).toBe(200);
  });
});

test('a job releases an expired hold without any event', async () => {
  const id = await addPart();
  const { orderId } = await checkOut(shop, [{ id, amountCents: 4000 }]);
  await shop.runRegularTask('end-holds');
  await shop.runJobs();
  expect(await orderState(shop, orderId)).toMatchObject({ status: 'pending' });
  await shop.database.owner.query('update orders set expires_at = now() where id = $1', [orderId]);
  await shop.runRegularTask('end-holds');
  await shop.runJobs();
  expect(await orderState(shop, orderId)).toMatchObject({
    status: 'expired',
    holds: [{ outcome: 'released' }],
  });
  expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 0 });
});

test('an expired hold gets one job, which keeps its time when it is repeated', async () => {
  const { owner } = shop.database;
  const id = await addPart();
  const { orderId } = await checkOut(shop, [{ id, amountCents: 4000 }]);
  await owner.query('update orders set expires_at = now() where id = $1', [orderId]);
  await shop.runRegularTask('end-holds');
  const jobs = await owner.query(
    "select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1), run_at => '2100-01-01', attempts => 3)",
    [`hold:${orderId}`],
  );
  expect(jobs.rowCount).toBe(1);
  await shop.runRegularTask('end-holds');
  const { rows } = await owner.query(
    'select attempts, run_at > now() as waits from graphile_worker.jobs where key = $1',
    [`hold:${orderId}`],
  );
  expect(rows).toEqual([{ attempts: 3, waits: true }]);
  await removeJobs(owner, "key like 'hold:%'");
  await owner.query('update orders set asked_at = now() where id = $1', [orderId]);
  await shop.runRegularTask('end-holds');
  expect((await owner.query("select from graphile_worker.jobs where key like 'hold:%'")).rowCount).toBe(0);
});

test('returning without payment releases the parts at once', async () => {
  const id = await addPart();
  const { orderId, cookie } = await checkOut(shop, [{ id, amountCents: 4000 }]);
  const cancel = (headers: Record<string, string>) =>
    shop.request('/functions/v1/cancel-payment', {
      method: 'POST',
      headers: { 'X-Forwarded-For': randomAddress(), ...headers },
      body: new URLSearchParams({ order: orderId }),
    });
  expect((await cancel({})).status).toBe(200);
  expect(await orderState(shop, orderId)).toMatchObject({ status: 'pending' });
  expect((await cancel({ cookie })).status).toBe(200);
  expect(await orderState(shop, orderId)).toMatchObject({ status: 'canceled' });
  expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 0 });
});

test('a page asks the provider about a payment by a form', async () => {
  const check = (fields: Record<string, string>) =>
    shop.request('/functions/v1/check-payment', {
      method: 'POST',
      headers: { 'X-Forwarded-For': randomAddress() },
      body: new URLSearchParams(fields),
    });
  const answer = await check({ session_id: 'cs_unknown' });
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
  expect((await check({})).status).toBe(400);
});

describe('a failure of the provider', () => {
  test('releases the hold at once and shows the specified message', async () => {
    await using other = await createTestShop({ payments: silentPayments });
    const [id = ''] = await addParts(other.database.owner, [{ price: 40 }]);
    const { status, body } = await checkOut(other, [{ id, amountCents: 4000 }]);
    expect({ status, body }).toEqual({ status: 502, body: { error: 'Checkout failed. Please try again.' } });
    expect(await stockOf(other, id)).toEqual({ stock: 2, held: 0 });
    const { rows } = await other.database.owner.query('select status from orders');
    expect(rows).toEqual([{ status: 'failed' }]);
  });
});
