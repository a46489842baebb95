import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CheckoutRequest } from '#core/checkout/create-payment.ts';
import { formatBrowserCookie, readBrowserId } from '#core/checkout/browser-id.server.ts';
import { createPayment } from '#core/checkout/create-payment.server.ts';
import { listOpenPayments, listPaidCarts } from '#core/checkout/own-payments.server.ts';
import { readOrder, readOrderBySession } from '#core/payments/read-order.server.ts';
import { createStripePayments } from '#server/payments/stripe.ts';
import type { Payments } from '#core/payments/payments.server.ts';
import { removeOrders, stockOfParts } from '../support/orders.ts';
import { addParts, type PartColumns } from '../support/parts.ts';
import { startStripeStandIn, type StripeStandIn } from '../support/stripe-stand-in.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const SECRETS = { secretKey: 'sk_test_new', webhookSecret: 'whsec_new' };
const SITE = { siteUrl: 'http://shop.test' };
const BROWSER = '00000000-0000-4000-8000-0000000000aa';

const ALREADY_PAID = 'This is already paid. Thank you. You will receive a confirmation email shortly.';
const PROCESSING = 'Your payment is being confirmed. Please wait a moment before trying again.';
const SUPERSEDED = 'Another checkout was started in this browser. Please use its payment page.';

let database: TestDatabase;
let stripe: StripeStandIn;
let payments: Payments;

beforeAll(async () => {
  stripe = await startStripeStandIn(SECRETS);
  payments = createStripePayments({
    ...SECRETS,
    ...SITE,
    apiBase: stripe.url,
    log: pino({ level: 'silent' }),
  });
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await removeOrders(database.owner);
  stripe.recover();
  stripe.sessions.clear();
  stripe.requests.length = 0;
});

const query = async (text: string, ...values: unknown[]) => (await database.owner.query(text, values)).rows;

type Item = CheckoutRequest['items'][number];

/** A part at $40, and an item for one of its two units. */
async function addPart(columns: PartColumns = {}): Promise<Item & { id: string }> {
  const [id = ''] = await addParts(database.owner, [
    { part_name: 'Pads', price: 40, stock_quantity: 2, ...columns },
  ]);
  return { id, name: 'Pads', amountCents: 40_00, quantity: 1 };
}

/** The amounts are those of one unit at $40. */
const requestOf = (items: Item[], changes: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  items,
  currency: 'usd',
  purchase: 'cart',
  taxCents: 3_20,
  shippingCents: 15_00,
  coreCents: 0,
  batteryFeeCents: 0,
  destination: null,
  ...changes,
});

type Options = Partial<Parameters<typeof createPayment>[0]>;

const pay = (request: CheckoutRequest, options: Options = {}) =>
  createPayment({
    database: database.pools,
    payments,
    // The demo's tax is flat.
    taxService: { isAvailable: false, calculate: () => Promise.reject(new Error('Not asked')) },
    ...SITE,
    request,
    user: null,
    browserId: BROWSER,
    network: '203.0.113.7',
    ...options,
  });

/** Creates a payment and returns its order and page. */
async function begin(items: Item[], changes?: Partial<CheckoutRequest>, options?: Options) {
  const created = await pay(requestOf(items, changes), options);
  if ('error' in created) return expect.fail(created.error);
  return { ...created, sessionId: created.url.split('/').at(-1) ?? '' };
}

const stateOf = async (orderId: string) =>
  (await query('select status, stock from orders where id = $1', orderId))[0];

async function addUser(email: string) {
  const [user] = await query(
    'insert into auth.users (name, email, email_verified) values ($1, $1, true) returning id',
    email,
  );
  return { id: user.id as string, email, name: email, role: 'user', createdAt: new Date() };
}

describe('a new payment', () => {
  test('has a page with the order, and a hold that ends after half an hour', async () => {
    const item = await addPart();
    const { orderId, url, isNew, sessionId } = await begin([item]);
    expect([url, isNew]).toEqual([stripe.sessions.get(sessionId)?.url, true]);
    expect(stripe.sessions.get(sessionId)).toMatchObject({
      metadata: { order_id: orderId },
      amount_total: 58_20,
    });
    expect(
      await query(
        'select amount, tax, shipping, user_id, email, payment_session_id, payment_url from orders',
      ),
    ).toEqual([
      {
        amount: '58.20',
        tax: '3.20',
        shipping: '15.00',
        user_id: null,
        email: null,
        payment_session_id: sessionId,
        payment_url: url,
      },
    ]);
    expect(await stockOfParts(database.owner, [item.id])).toEqual([{ stock: 2, held: 1 }]);
    const holds = await query(
      `select round(extract(epoch from stock_holds.expires_at - created_at) / 60)::int as minutes
       from stock_holds join orders on orders.id = order_id where order_id = $1`,
      orderId,
    );
    expect(holds).toEqual([{ minutes: 30 }]);
  });

  test('of a user has the account and the email address', async () => {
    const user = await addUser(`${crypto.randomUUID()}@example.com`);
    const { sessionId } = await begin([await addPart()], {}, { user: user as never });
    expect(await query('select user_id, email from orders')).toEqual([
      { user_id: user.id, email: user.email },
    ]);
    expect(stripe.requests[0]?.params).toMatchObject({ customer_email: user.email });
    expect(stripe.sessions.has(sessionId)).toBe(true);
  });

  test('that the provider refuses holds nothing', async () => {
    const item = await addPart();
    stripe.failNext('error', 2);
    await expect(pay(requestOf([item]))).rejects.toThrow('Stripe could not make a payment page');
    expect(await query('select status, stock from orders')).toEqual([
      { status: 'failed', stock: 'released' },
    ]);
    expect(await stockOfParts(database.owner, [item.id])).toEqual([{ stock: 2, held: 0 }]);
  });

  test('whose order ended while the page was created is not payable', async () => {
    const item = await addPart();
    const slow: Payments = {
      ...payments,
      async createPage(request) {
        const page = await payments.createPage(request);
        await query("update orders set status = 'expired', ended = 'expired' where id = $1", request.orderId);
        return page;
      },
    };
    expect(await pay(requestOf([item]), { payments: slow })).toEqual({ error: SUPERSEDED });
    expect([...stripe.sessions.values()].map(({ status }) => status)).toEqual(['expired']);
  });
});

describe('prices', () => {
  test('are those of the catalog, with the current ones in a refusal', async () => {
    const [same, other] = [
      await addPart(),
      await addPart({ part_name: 'Hose', price: 20, stock_quantity: 5, stock_held: 1 }),
    ];
    const items = [same, { ...other, amountCents: 25_00 }];
    expect(await pay(requestOf(items))).toEqual({
      error: 'The price of Hose has changed',
      items: [{ id: other.id, amountCents: 20_00, available: 4 }],
    });
  });

  test('with another tax or other shipping are refused with all amounts', async () => {
    const item = await addPart({ stock_held: 1 });
    for (const changes of [{ taxCents: 3_19 }, { shippingCents: 0 }]) {
      expect(await pay(requestOf([item], changes))).toEqual({
        error: 'Tax or shipping has changed',
        items: [{ id: item.id, amountCents: 40_00, available: 1 }],
        taxCents: 3_20,
        shippingCents: 15_00,
        coreCents: 0,
        batteryFeeCents: 0,
      });
    }
  });

  test("use the part's own tax and shipping, except for Buy Now", async () => {
    const item = await addPart({ tax_rate: 0.1, shipping_cost: 7 });
    expect(await pay(requestOf([item]))).toMatchObject({ taxCents: 4_00, shippingCents: 7_00 });
    expect(
      await pay(requestOf([item], { purchase: 'buy_now', taxCents: 4_00, shippingCents: 7_00 })),
    ).toMatchObject({
      taxCents: 3_20,
      shippingCents: 15_00,
    });
  });

  test.each<[string, PartColumns, Partial<Item>, string]>([
    ['the last unit', { stock_quantity: 1 }, {}, ''],
    ['more units than there are', { stock_quantity: 1 }, { quantity: 2 }, 'Only 1 of Pads in stock'],
    ['held units', { stock_quantity: 2, stock_held: 1 }, { quantity: 2 }, 'Only 1 of Pads in stock'],
    ['a part without units', { stock_held: 2 }, {}, 'Pads is out of stock'],
    ['a part without a price', { price: null }, {}, 'Pads has no price yet: please request it'],
    ['a free part', { price: 0 }, {}, 'Pads has no price yet: please request it'],
    ['a deleted part', {}, { id: crypto.randomUUID() }, 'Pads is no longer in the catalog'],
    ['an invalid id', {}, { id: 'no-id' }, 'Pads is no longer in the catalog'],
  ])('%s', async (_, columns, changes, error) => {
    const item = { ...(await addPart(columns)), ...changes };
    const created = await pay(requestOf([item], { taxCents: 3_20 * item.quantity }));
    expect('error' in created ? created.error : '').toBe(error);
  });

  test('several lines of a part are summed, those of other parts are not', async () => {
    const [pads, hose] = [await addPart(), await addPart({ part_name: 'Hose' })];
    expect(await pay(requestOf([pads, { ...pads, quantity: 2 }]))).toMatchObject({
      error: 'Only 2 of Pads in stock',
    });
    expect(await pay(requestOf([pads, pads, hose], { taxCents: 9_60, shippingCents: 45_00 }))).toMatchObject({
      isNew: true,
    });
    expect(await stockOfParts(database.owner, [pads.id, hose.id])).toEqual([
      { stock: 2, held: 2 },
      { stock: 2, held: 1 },
    ]);
  });

  test('an item without an id is the only part with that name and price', async () => {
    const part = await addPart({ part_name: 'Horn' });
    await addPart({ part_name: 'Horn', price: 41 });
    const item = { name: 'Horn', amountCents: 40_00, quantity: 1 };
    const { orderId } = await begin([item]);
    expect(await query('select part_id from order_lines where order_id = $1', orderId)).toEqual([
      { part_id: part.id },
    ]);
    const error = 'Horn does not match exactly one part of the catalog at this price';
    expect(
      await pay(requestOf([{ ...item, amountCents: 39_00 }]), { browserId: crypto.randomUUID() }),
    ).toEqual({ error });
    await addPart({ part_name: 'Horn' });
    expect(await pay(requestOf([item]), { browserId: crypto.randomUUID() })).toEqual({ error });
  });

  test('must be payable by card', async () => {
    const item = await addPart({ price: 0.2, shipping_cost: 0.1, tax_rate: 0 });
    const request = requestOf([{ ...item, amountCents: 20 }], { taxCents: 0, shippingCents: 10 });
    expect(await pay(request)).toEqual({
      error: 'The minimum for card payments is $0.50. Please add another part.',
    });
  });

  test('an order over the limit of a guest is refused', async () => {
    const item = await addPart({ stock_quantity: 90 });
    const many = { ...item, quantity: 6 };
    const refused = await pay(requestOf([many], { taxCents: 19_20, shippingCents: 0 }));
    expect(refused).toMatchObject({ error: expect.stringMatching(/\b5\b/) });
    expect(refused).not.toHaveProperty('retryInSeconds');
  });

  test('a further order over the limit may be tried after the first hold ends', async () => {
    const [one, two] = [await addPart({ stock_quantity: 90 }), await addPart({ stock_quantity: 90 })];
    const five = (item: Item) =>
      requestOf([{ ...item, quantity: 5 }], { purchase: 'cart', taxCents: 16_00, shippingCents: 0 });
    expect(await pay(five(one))).toMatchObject({ isNew: true });
    const other = { browserId: crypto.randomUUID() };
    const wait = async () => {
      const refused = await pay(five(two), other);
      return 'error' in refused ? refused.retryInSeconds : undefined;
    };
    await query("update orders set expires_at = now() + interval '10 minutes'");
    expect(await wait()).toBe(600);
    await query("update orders set expires_at = now() + interval '5 seconds'");
    expect(await wait()).toBe(60);
    // Guests and accounts are counted separately.
    const user = await addUser(`${crypto.randomUUID()}@example.com`);
    expect(await pay(five(two), { ...other, user: user as never })).toMatchObject({ isNew: true });
  });
});

describe('a second payment in one browser', () => {
  test('of the same purchase has the same page', async () => {
    const item = await addPart();
    const first = await begin([item]);
    expect(await pay(requestOf([item]))).toEqual({ orderId: first.orderId, url: first.url, isNew: false });
    expect(await pay(requestOf([item]), { browserId: crypto.randomUUID() })).toMatchObject({ isNew: true });
  });

  test('has another page if the first expires within five minutes', async () => {
    const item = await addPart();
    const first = await begin([item]);
    await query("update orders set expires_at = now() + interval '6 minutes'");
    expect((await begin([item])).url).toBe(first.url);
    await query("update orders set expires_at = now() + interval '4 minutes'");
    const second = await begin([item]);
    expect(second).toMatchObject({ isNew: true });
    expect(await stateOf(first.orderId)).toEqual({ status: 'expired', stock: 'released' });
    expect(stripe.sessions.get(first.sessionId)?.status).toBe('expired');
  });

  test('with another cart ends the first', async () => {
    const [pads, hose] = [await addPart(), await addPart({ part_name: 'Hose' })];
    const first = await begin([pads]);
    const second = await begin([hose]);
    expect(await stateOf(first.orderId)).toEqual({ status: 'expired', stock: 'released' });
    expect(await stateOf(second.orderId)).toEqual({ status: 'pending', stock: 'held' });
    expect(await stockOfParts(database.owner, [pads.id, hose.id])).toEqual([
      { stock: 2, held: 0 },
      { stock: 2, held: 1 },
    ]);
  });

  test('by Buy Now does not end the cart, nor one of another part', async () => {
    const [pads, hose] = [await addPart(), await addPart({ part_name: 'Hose' })];
    const buyNow = { purchase: 'buy_now' } as const;
    const orders = [await begin([pads]), await begin([pads], buyNow), await begin([hose], buyNow)];
    for (const { orderId } of orders)
      expect(await stateOf(orderId)).toEqual({ status: 'pending', stock: 'held' });
    expect((await begin([pads], buyNow)).orderId).toBe(orders[1]?.orderId);
    expect((await begin([pads])).orderId).toBe(orders[0]?.orderId);
  });

  test('of a page that expired at the provider gets a new one', async () => {
    const item = await addPart();
    const first = await begin([item]);
    stripe.expire(first.sessionId);
    const second = await begin([item]);
    expect(second).toMatchObject({ isNew: true });
    expect(second.orderId).not.toBe(first.orderId);
    expect(await stateOf(first.orderId)).toEqual({ status: 'expired', stock: 'released' });
  });

  test('of a page that the provider does not know gets a new one', async () => {
    const item = await addPart();
    const first = await begin([item]);
    stripe.sessions.clear();
    expect(await begin([item])).toMatchObject({ isNew: true });
    expect(await stateOf(first.orderId)).toEqual({ status: 'expired', stock: 'released' });
  });

  test('fails when the provider does not answer', async () => {
    const item = await addPart();
    const first = await begin([item]);
    stripe.failNext('error', 2);
    await expect(pay(requestOf([item]))).rejects.toThrow('Stripe could not look up a payment page');
    expect(await stateOf(first.orderId)).toEqual({ status: 'pending', stock: 'held' });
  });

  test('waits for a payment in progress', async () => {
    const [pads, hose] = [await addPart(), await addPart({ part_name: 'Hose' })];
    const { sessionId } = await begin([pads]);
    stripe.payLater(sessionId);
    expect(await pay(requestOf([pads]))).toEqual({ error: PROCESSING });
    expect(await pay(requestOf([hose]))).toEqual({ error: PROCESSING });
  });

  test('applies a payment whose event has not arrived', async () => {
    const pads = await addPart();
    const { sessionId, orderId } = await begin([pads]);
    stripe.pay(sessionId);
    const paid = { sessionId, bought: [{ partId: pads.id, quantity: 1 }] };
    expect(await pay(requestOf([pads]))).toEqual({ error: ALREADY_PAID, paid });
    expect(await stateOf(orderId)).toEqual({ status: 'completed', stock: 'sold' });
    // From now on, without asking.
    stripe.requests.length = 0;
    expect(await pay(requestOf([pads]))).toEqual({ error: ALREADY_PAID, paid });
    expect(stripe.requests).toEqual([]);
  });

  test('of another cart also applies it', async () => {
    const [pads, hose] = [await addPart(), await addPart({ part_name: 'Hose' })];
    const { sessionId, orderId } = await begin([pads]);
    stripe.pay(sessionId);
    expect(await pay(requestOf([hose]))).toMatchObject({ error: ALREADY_PAID, paid: { sessionId } });
    expect(await stateOf(orderId)).toEqual({ status: 'completed', stock: 'sold' });
    expect(await pay(requestOf([hose]))).toMatchObject({ isNew: true });
  });

  test('while another request creates the page gets the same, or is refused for another cart', async () => {
    const [pads, hose] = [await addPart(), await addPart({ part_name: 'Hose' })];
    const { orderId, url, sessionId } = await begin([pads]);
    const forget = 'update orders set payment_url = null, payment_session_id = null';
    await query(forget);
    expect(await pay(requestOf([hose]))).toEqual({ error: SUPERSEDED });
    // The provider answers a repeated request with the same page.
    expect(await pay(requestOf([pads]))).toEqual({ orderId, url, isNew: false });
    expect(await query('select payment_session_id from orders')).toEqual([{ payment_session_id: sessionId }]);
    // The other request has failed, more than a minute ago.
    await query(`${forget}, created_at = now() - interval '61 seconds'`);
    expect(await pay(requestOf([hose]))).toMatchObject({ isNew: true });
    expect(await stateOf(orderId)).toEqual({ status: 'expired', stock: 'released' });
  });

  test('is refused when others take its place again and again', async () => {
    const item = await addPart();
    await begin([item]);
    let asked = 0;
    const busy: Payments = {
      ...payments,
      async fetchPage(sessionId) {
        asked += 1;
        await query("update orders set status = 'pending', stock = 'held', ended = null");
        const page = await payments.fetchPage(sessionId);
        return { ...page, state: 'expired' };
      },
      async closePage(sessionId) {
        return { ...(await payments.closePage(sessionId)), state: 'expired' };
      },
    };
    await query(`create function stay_pending() returns trigger language plpgsql as $$ begin
        new.status := 'pending'; new.ended := null; return new; end $$`);
    await query(
      'create trigger stay_pending before update on orders for each row execute function stay_pending()',
    );
    try {
      expect(await pay(requestOf([item]), { payments: busy })).toEqual({ error: SUPERSEDED });
      expect(asked).toBe(3);
    } finally {
      await query('drop function stay_pending cascade');
    }
  });
});

describe('a paid cart', () => {
  async function paidCart() {
    const pads = await addPart({ stock_quantity: 4 });
    const { sessionId, orderId } = await begin([pads]);
    stripe.pay(sessionId);
    await pay(requestOf([pads]));
    return { pads, sessionId, orderId, paid: { sessionId, bought: [{ partId: pads.id, quantity: 1 }] } };
  }
  const listed = (browserId: string | undefined = BROWSER) =>
    listPaidCarts(database.pools, { browserId, userId: undefined });

  test('is listed for its browser, and can be bought again after it was settled', async () => {
    const { pads, sessionId, paid } = await paidCart();
    expect(await listed()).toEqual([paid]);
    expect(await listed(crypto.randomUUID())).toEqual([]);
    expect(await listPaidCarts(database.pools, { browserId: undefined, userId: undefined })).toEqual([]);
    expect(await pay(requestOf([pads], { settled: ['cs_test_other'] }))).toEqual({
      error: ALREADY_PAID,
      paid,
    });
    expect(await pay(requestOf([pads], { settled: [sessionId] }))).toMatchObject({ isNew: true });
  });

  test('is not paid again with more parts, but with other parts', async () => {
    const { pads, paid } = await paidCart();
    const hose = await addPart({ part_name: 'Hose' });
    const both = requestOf([pads, hose], { taxCents: 6_40, shippingCents: 30_00 });
    expect(await pay(both)).toEqual({ error: ALREADY_PAID, paid });
    expect(await pay(requestOf([hose]))).toMatchObject({ isNew: true });
  });

  test.each([
    ['after a day', "created_at = now() - interval '25 hours'"],
    [
      'whose parts were sold out',
      "stock = 'released', status = 'canceled', progress = null, ship_by = null; update stock_holds set outcome = 'released'",
    ],
    ['of Buy Now', "purchase = 'buy_now'"],
  ])('%s does not count', async (_, change) => {
    const { pads } = await paidCart();
    await query(`update orders set ${change}`);
    expect(await listed()).toEqual([]);
    expect(await pay(requestOf([pads]))).toMatchObject({ isNew: true });
  });
});

describe('open payments', () => {
  test('are listed for the browser and for the account, oldest first', async () => {
    const user = await addUser(`${crypto.randomUUID()}@example.com`);
    const [pads, hose] = [await addPart({ stock_quantity: 9 }), await addPart({ part_name: 'Hose' })];
    const here = await begin([pads]);
    const there = await begin([hose], {}, { browserId: crypto.randomUUID(), user: user as never });
    const of = async (browserId: string | undefined, userId: string | undefined) =>
      (await listOpenPayments(database.pools, { browserId, userId })).map(({ orderId }) => orderId);
    expect(await of(BROWSER, undefined)).toEqual([here.orderId]);
    expect(await of(undefined, user.id)).toEqual([there.orderId]);
    expect(await of(BROWSER, user.id)).toEqual([here.orderId, there.orderId]);
    expect(await of(crypto.randomUUID(), crypto.randomUUID())).toEqual([]);
    expect(await of(undefined, undefined)).toEqual([]);
    const [first] = await listOpenPayments(database.pools, { browserId: BROWSER, userId: undefined });
    const [{ expires_at }] = (await query('select expires_at from orders where id = $1', here.orderId)) as [
      { expires_at: Date },
    ];
    expect(first).toEqual({
      orderId: here.orderId,
      purchase: 'cart',
      url: here.url,
      heldUntil: expires_at,
      holds: [{ partId: pads.id, quantity: 1 }],
    });
    // The part of an ended hold, and a deleted part in an old hold, are not held.
    await query('update stock_holds set part_id = null where order_id = $1', here.orderId);
    expect(
      (await listOpenPayments(database.pools, { browserId: BROWSER, userId: undefined }))[0]?.holds,
    ).toEqual([]);
  });
});

test('an order is read by its id or its page', async () => {
  const [pads, hose] = [await addPart(), await addPart({ part_name: 'Hose', price: 20 })];
  const items = [
    { ...pads, quantity: 2 },
    { ...hose, amountCents: 20_00 },
  ];
  const { orderId, sessionId } = await begin(items, { taxCents: 8_00, shippingCents: 30_00 });
  const order = {
    status: 'pending',
    isPaid: false,
    purchase: 'cart',
    lines: [
      { id: expect.any(String), partId: hose.id, name: 'Hose', quantity: 1, amountCents: 20_00 },
      { id: expect.any(String), partId: pads.id, name: 'Pads', quantity: 2, amountCents: 80_00 },
    ],
    taxCents: 8_00,
    shippingCents: 30_00,
    coreCents: 0,
    batteryFeeCents: 0,
    days: null,
    destination: null,
    totalCents: 138_00,
  };
  expect(await readOrder(database.pools, orderId)).toEqual(order);
  expect(await readOrderBySession(database.pools, `${sessionId}\0`)).toEqual(order);
  for (const id of [crypto.randomUUID(), 'no-id', sessionId]) {
    expect(await readOrder(database.pools, id)).toBeUndefined();
  }
  expect(await readOrderBySession(database.pools, orderId)).toBeUndefined();
});

test('a browser is known by a cookie for 30 days, which only this host gets', () => {
  const cookie = formatBrowserCookie('https://shop.test', BROWSER);
  expect(cookie).toBe(
    `__Host-partyard.browser=${BROWSER}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
  );
  const [pair = ''] = cookie.split('; ');
  const read = (header: string) =>
    readBrowserId(new Request('https://shop.test', { headers: { Cookie: header } }), 'https://shop.test');
  expect(read(`a=b; ${pair}`)).toBe(BROWSER);
  expect(read(pair.slice(0, -1))).toBeUndefined();
  expect(read(`partyard.browser=${BROWSER}`)).toBeUndefined();
});
