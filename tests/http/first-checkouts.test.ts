import { randomUUID } from 'node:crypto';
import { request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stockOf } from '../support/checkout.ts';
import { type ListeningShop, listenWith } from '../support/listening-shop.ts';
import { createStripeShop } from '../support/paid-order.ts';
import { addParts } from '../support/parts.ts';
import { randomAddress } from '../support/random-address.ts';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let listening: ListeningShop;

beforeAll(async () => {
  desk = await createStripeShop();
  listening = await listenWith(desk.shop);
});
afterAll(async () => {
  await listening[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});
beforeEach(() => desk.stripe.sessions.clear());

const query = async (statement: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(statement, values)).rows;

async function addPart(stock = 20): Promise<string> {
  const [id = ''] = await addParts(desk.shop.database.owner, [{ price: 40, stock_quantity: stock }]);
  return id;
}

interface Purchase {
  partId: string;
  quantity?: number;
  browserKey?: string;
  purchase?: 'cart' | 'buy_now';
}

function bodyOf({ partId, quantity = 1, purchase }: Purchase) {
  const cents = 40_00 * quantity;
  return {
    items: [{ id: partId, name: 'Front Brake Pads', amountCents: 40_00, quantity }],
    currency: 'usd',
    taxCents: Math.round(cents * 0.08),
    shippingCents: cents > 100_00 ? 0 : 15_00,
    purchase,
  };
}

interface Answer {
  status: number;
  body: string;
  /** What the browser sends from then on. */
  cookie: string;
}

/** Each request has a connection of its own. */
function post(path: string, body: string, headers: Record<string, string>): Promise<Answer> {
  const sent = sendRequest(`${listening.url}${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      Host: 'shop.test',
      Origin: 'http://shop.test',
      'Content-Length': Buffer.byteLength(body),
      'X-Forwarded-For': randomAddress(),
      ...headers,
    },
  });
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const cookies = response.headers['set-cookie']?.map((each) => each.split(';')[0]) ?? [];
      text(response).then(
        (answered) =>
          resolve({ status: response.statusCode ?? 0, body: answered, cookie: cookies.join('; ') }),
        reject,
      );
    });
    sent.end(body);
  });
}

async function buy(purchase: Purchase, cookie?: string) {
  const { browserKey } = purchase;
  const answer = await post('/functions/v1/create-payment', JSON.stringify(bodyOf(purchase)), {
    'Content-Type': 'application/json',
    ...(browserKey !== undefined && { 'Browser-Key': browserKey }),
    ...(cookie !== undefined && { Cookie: cookie }),
  });
  return { ...answer, body: JSON.parse(answer.body) as { url?: string; error?: string } };
}

const payablePages = () => [...desk.stripe.sessions.values()].filter(({ status }) => status === 'open');

const ordersOf = (partId: string) =>
  query(
    `select orders.id, status, payment_url, browser_id from orders join order_lines on order_id = orders.id
     where part_id = $1 order by created_at`,
    [partId],
  );

const pendingOrders = async (partId: string) =>
  (await ordersOf(partId)).filter(({ status }) => status === 'pending');

const values = <Value>(list: readonly Value[]) => [...new Set(list)];

/** The time for which a key stands for a cookie is over. */
const passTime = (key: string) =>
  query("update browser_keys set made_at = made_at - interval '31 seconds' where key = $1", [key]);

describe('the first checkouts of a browser, at the same time', () => {
  test.each([
    ['of its cart', 'cart'],
    ['of Buy Now', 'buy_now'],
  ] as const)('%s have one payable page and one cookie', async (_, purchase) => {
    const [partId, browserKey] = [await addPart(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy({ partId, browserKey, purchase })));
    expect(values(answers.map(({ status }) => status))).toEqual([200]);
    const [order, ...others] = await ordersOf(partId);
    expect([order.status, others]).toEqual(['pending', []]);
    expect(values(answers.map(({ body }) => body.url))).toEqual([order.payment_url]);
    expect(values(answers.map(({ cookie }) => cookie))).toEqual([`partyard.browser=${order.browser_id}`]);
    expect(payablePages().map(({ url }) => url)).toEqual([order.payment_url]);
    expect(await stockOf(desk.shop, partId)).toEqual({ stock: 20, held: 1 });
  });

  test('of different carts have one payable page', async () => {
    const [partId, browserKey] = [await addPart(), randomUUID()];
    const answers = await Promise.all([1, 2, 3, 4].map((quantity) => buy({ partId, quantity, browserKey })));
    expect(payablePages()).toHaveLength(1);
    const pending = await pendingOrders(partId);
    expect(pending.map(({ payment_url }) => payment_url)).toEqual(payablePages().map(({ url }) => url));
    expect(values(answers.map(({ cookie }) => cookie))).toEqual([
      `partyard.browser=${pending[0].browser_id}`,
    ]);
  });

  test('have one page when the provider is slow, and the second one begins before the first is answered', async () => {
    const [partId, browserKey] = [await addPart(), randomUUID()];
    let second: ReturnType<typeof buy> | undefined;
    desk.stripe.beforeNextAnswer(async () => {
      second = buy({ partId, browserKey });
      await second;
    });
    const first = await buy({ partId, browserKey });
    expect(await second).toMatchObject({ body: first.body, cookie: first.cookie });
    expect(await ordersOf(partId)).toHaveLength(1);
  });

  test('and the next one with their cookie continue the same payment', async () => {
    const [partId, browserKey] = [await addPart(), randomUUID()];
    const { body, cookie } = await buy({ partId, browserKey });
    expect(await buy({ partId }, cookie)).toMatchObject({ body, cookie });
    expect(await buy({ partId, browserKey: randomUUID() }, cookie)).toMatchObject({ body, cookie });
  });
});

describe("another person's key", () => {
  test('neither shows, continues nor closes a payment once its first seconds are over', async () => {
    const [partId, browserKey] = [await addPart(), randomUUID()];
    const own = await buy({ partId, browserKey });
    await passTime(browserKey);
    const thief = await buy({ partId, browserKey });
    expect(thief.status).toBe(200);
    expect(thief.body.url).not.toBe(own.body.url);
    expect(thief.cookie).not.toBe(own.cookie);
    // Another cart would end an earlier one of the same browser.
    const other = await buy({ partId, quantity: 2, browserKey });
    expect([own.cookie, thief.cookie]).not.toContain(other.cookie);
    expect(await pendingOrders(partId)).toHaveLength(3);
    expect(payablePages()).toHaveLength(3);
  });

  test('does not lead to what its browser buys later, however often it is asked before', async () => {
    const [partId, browserKey] = [await addPart(), randomUUID()];
    const waiting = await buy({ partId, browserKey });
    await passTime(browserKey);
    const own = await buy({ partId, quantity: 2, browserKey });
    const again = await buy({ partId, browserKey });
    expect(values([waiting.cookie, own.cookie, again.cookie])).toHaveLength(3);
    expect(await pendingOrders(partId)).toHaveLength(3);
  });

  test('changes nothing for a browser with a cookie', async () => {
    const [partId, browserKey] = [await addPart(), randomUUID()];
    const own = await buy({ partId, browserKey: randomUUID() });
    const theirs = await buy({ partId, browserKey });
    const answer = await buy({ partId, browserKey }, own.cookie);
    expect(answer).toMatchObject({ body: own.body, cookie: own.cookie });
    expect(theirs.body.url).not.toBe(own.body.url);
  });

  test('is not the id in the cookie of a browser', async () => {
    const [partId, browserKey] = [await addPart(), randomUUID()];
    const own = await buy({ partId, browserKey });
    const id = own.cookie.split('=')[1];
    expect(id).not.toBe(browserKey);
    const byId = await buy({ partId, browserKey: id });
    expect(byId.cookie).not.toBe(own.cookie);
    const byCookie = await buy({ partId }, `partyard.browser=${browserKey}`);
    expect(byCookie.body.url).not.toBe(own.body.url);
    expect(await pendingOrders(partId)).toHaveLength(3);
  });
});

test.each([
  ['x'],
  [''],
  ['00000000-0000-1000-8000-000000000000'],
  ['11111111-2222-4333-8444-555555555555, 11111111-2222-4333-8444-555555555555'],
])('the key %j is refused, and nothing is held', async (browserKey) => {
  const partId = await addPart();
  expect(await buy({ partId, browserKey })).toMatchObject({
    status: 400,
    body: { error: 'Browser-Key must be a random UUID (version 4)' },
  });
  expect(await ordersOf(partId)).toEqual([]);
});

test('keys are forgotten after a day', async () => {
  const [old, recent, partId] = [randomUUID(), randomUUID(), await addPart()];
  for (const browserKey of [old, recent]) await buy({ partId, browserKey });
  await query("update browser_keys set made_at = made_at - interval '25 hours' where key = $1", [old]);
  await query("update browser_keys set made_at = made_at - interval '23 hours' where key = $1", [recent]);
  for (let run = 0; run < 2; run += 1) await desk.shop.runRegularTask('forget-browser-keys');
  expect(await query('select key from browser_keys where key = any($1)', [[old, recent]])).toEqual([
    { key: recent },
  ]);
});
