import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser } from '../support/accounts.ts';
import { checkOut, deliver } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';

let shop: TestShop;
let made = 0;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const rows = async (statement: string, values: unknown[] = []) =>
  (await shop.database.owner.query(statement, values)).rows;

async function someone() {
  const email = `cart-${(made += 1)}@example.com`;
  const id = await shop.addUser({ email, password: PASSWORD });
  return { id, email, browser: await signedIn(email) };
}

async function signedIn(email: string) {
  const browser = new TestBrowser(shop);
  await browser.signIn(email, PASSWORD);
  return browser;
}

async function addPart(values: Record<string, unknown> = {}): Promise<string> {
  const [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 5, ...values }]);
  return id;
}

type Change = [partId: string, quantity: number, seconds?: number];

async function send(browser: TestBrowser, changes: Change[] = [], joins = false) {
  const answer = await browser.send('POST', '/rest/v1/cart', {
    joins,
    changes: changes.map(([part_id, quantity, seconds = 0]) => ({ part_id, quantity, seconds })),
  });
  return answer.status === 200
    ? answer.body.lines.map((line: { partId: string; quantity: number }) => [line.partId, line.quantity])
    : answer;
}

describe('a cart of an account', () => {
  test('follows its user to other browsers, as lines of a cart with current prices', async () => {
    const { email, browser } = await someone();
    const part = await addPart({ part_name: 'Horn', oem_number: '38100', price: 12.5 });
    expect(await send(browser, [[part, 2]])).toEqual([[part, 2]]);
    const { body, headers } = await (
      await signedIn(email)
    ).send('POST', '/rest/v1/cart', { joins: true, changes: [] });
    expect(body).toEqual({
      lines: [
        {
          partId: part,
          quantity: 2,
          item: {
            id: part,
            name: 'Horn',
            partNumber: '38100',
            price: 12.5,
            quantity: 2,
            image: '/placeholder.svg',
          },
        },
      ],
      paid: [],
    });
    expect(headers.get('Cache-Control')).toBe('private, no-store');
  });

  test('takes the larger quantity of each part at sign-in, and no more than the shop has', async () => {
    const { email, browser } = await someone();
    const [more, fewer, scarce] = [await addPart(), await addPart(), await addPart({ stock_quantity: 2 })];
    await send(browser, [
      [more, 1],
      [fewer, 4],
    ]);
    const joined = await send(
      await signedIn(email),
      [
        [more, 3],
        [fewer, 2],
        [scarce, 9],
      ],
      true,
    );
    expect(new Map(joined)).toEqual(
      new Map([
        [more, 3],
        [fewer, 4],
        [scarce, 2],
      ]),
    );
  });

  test('does not get a removed line back from a browser that was offline', async () => {
    const { email, browser } = await someone();
    const part = await addPart();
    await send(browser, [[part, 1]]);
    await send(browser, [[part, 0]]);
    const offline = await signedIn(email);
    expect(await send(offline, [[part, 3, 60]])).toEqual([]);
    expect(await send(offline, [[part, 3]])).toEqual([[part, 3]]);
  });

  test('keeps the later of two changes, in any order of arrival', async () => {
    const { browser } = await someone();
    const part = await addPart();
    await send(browser, [[part, 2, 100]]);
    expect(await send(browser, [[part, 5, 10]])).toEqual([[part, 5]]);
    expect(await send(browser, [[part, 3, 50]])).toEqual([[part, 5]]);
  });

  test('has no part that never was in the catalog, and keeps one that was deleted', async () => {
    const { email, browser } = await someone();
    const part = await addPart();
    expect(
      await send(browser, [
        [randomUUID(), 1],
        [part, 2],
      ]),
    ).toEqual([[part, 2]]);
    await rows('delete from parts_catalog where id = $1', [part]);
    const { body } = await (
      await signedIn(email)
    ).send('POST', '/rest/v1/cart', { joins: true, changes: [] });
    expect(body.lines).toEqual([{ partId: part, quantity: 2, item: null }]);
    expect(await send(browser, [[part, 0]])).toEqual([]);
  });

  test('has at most 100 lines: then nothing changes', async () => {
    const { browser } = await someone();
    const parts = await addParts(
      shop.database.owner,
      Array.from({ length: 101 }, () => ({ price: 1, stock_quantity: 1 })),
    );
    const all = parts.map((part): Change => [part, 1]);
    expect(await send(browser, all.slice(0, 100))).toHaveLength(100);
    expect(await send(browser, all.slice(100))).toMatchObject({ status: 422 });
    expect(await send(browser)).toHaveLength(100);
  });

  test('is not written for another user, for nobody, or with odd values', async () => {
    const { id, browser } = await someone();
    const part = await addPart();
    const other = await someone();
    const body = { joins: false, changes: [{ part_id: part, quantity: 1, seconds: 0 }] };
    expect(await other.browser.send('POST', '/rest/v1/cart', { ...body, user_id: id })).toMatchObject({
      status: 409,
    });
    expect((await new TestBrowser(shop).send('POST', '/rest/v1/cart', body)).status).toBe(401);
    for (const change of [
      { part_id: 'x' },
      { quantity: -1 },
      { quantity: 1000 },
      { quantity: 1.5 },
      { seconds: -1 },
      { seconds: '1' },
    ]) {
      const changes = [{ part_id: part, quantity: 1, seconds: 0, ...change }];
      expect((await browser.send('POST', '/rest/v1/cart', { joins: false, changes })).status).toBe(400);
    }
    for (const odd of [null, [], 'cart', { changes: [] }]) {
      expect((await browser.send('POST', '/rest/v1/cart', odd)).status).toBe(400);
    }
    expect(await send(browser)).toEqual([]);
    expect(await send(other.browser)).toEqual([]);
  });
});

describe('a paid order', () => {
  test('takes its units out of the cart of its account, on every browser', async () => {
    const { id, email, browser } = await someone();
    const [bought, kept] = [await addPart(), await addPart()];
    await send(browser, [
      [bought, 3],
      [kept, 1],
    ]);
    const { orderId } = await checkOut(shop, [{ id: bought, amountCents: 4000, quantity: 2 }], {
      cookie: browser.cookie,
    });
    expect(await rows('select user_id from orders where id = $1', [orderId])).toEqual([{ user_id: id }]);
    expect(new Map(await send(browser))).toEqual(
      new Map([
        [bought, 3],
        [kept, 1],
      ]),
    );
    await deliver(shop, orderId, 'paid');
    await deliver(shop, orderId, 'paid');
    const answer = await (await signedIn(email)).send('POST', '/rest/v1/cart', { joins: false, changes: [] });
    expect(answer.body.paid).toHaveLength(1);
    expect(
      new Map(
        answer.body.lines.map((line: { partId: string; quantity: number }) => [line.partId, line.quantity]),
      ),
    ).toEqual(
      new Map([
        [bought, 1],
        [kept, 1],
      ]),
    );
  });

  test('by Buy Now leaves the cart as it is', async () => {
    const { browser } = await someone();
    const part = await addPart();
    await send(browser, [[part, 1]]);
    const { orderId } = await checkOut(shop, [{ id: part, amountCents: 4000 }], {
      cookie: browser.cookie,
      body: { purchase: 'buy_now' },
    });
    await deliver(shop, orderId, 'paid');
    expect(await send(browser)).toEqual([[part, 1]]);
  });
});

test('removed lines are forgotten after 60 days', async () => {
  const { id, browser } = await someone();
  const [old, recent] = [await addPart(), await addPart()];
  await send(browser, [
    [old, 1],
    [recent, 1],
  ]);
  await send(browser, [
    [old, 0],
    [recent, 0],
  ]);
  await rows("update cart_lines set changed_at = now() - interval '61 days' where part_id = $1", [old]);
  await shop.runRegularTask('tidy-carts');
  expect(await rows('select part_id from cart_lines where user_id = $1', [id])).toEqual([
    { part_id: recent },
  ]);
});
