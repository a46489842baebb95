import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, deliver, orderState, stockOf } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const buyNow = { purchase: 'buy_now' };

async function addPart(): Promise<string> {
  const [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 1 }]);
  return id;
}

async function ownHolds(cookie?: string) {
  const response = await shop.request('/functions/v1/own-holds', { ...(cookie && { headers: { cookie } }) });
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  return ((await response.json()) as { payments: { orderId: string }[] }).payments;
}

async function giveUp(orderId: string, cookie?: string) {
  const response = await shop.request('/functions/v1/cancel-payment', {
    method: 'POST',
    ...(cookie && { headers: { cookie } }),
    body: new URLSearchParams({ order: orderId }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

/** The cookie of the browser, without the one of its last order. */
const browserOf = (cookie: string) => cookie.split('; ').find((each) => each.startsWith('partyard.browser='));

describe('a browser', () => {
  test('sees its open payments with links to continue', async () => {
    const [first, second] = [await addPart(), await addPart()];
    const one = await checkOut(shop, [{ id: first, amountCents: 4000 }], { body: buyNow });
    const browser = browserOf(one.cookie) ?? '';
    const two = await checkOut(shop, [{ id: second, amountCents: 4000 }], { cookie: browser });
    expect(await ownHolds(browser)).toEqual([
      {
        orderId: one.orderId,
        purchase: 'buy_now',
        url: one.body.url,
        heldUntil: expect.stringMatching(/^\d{4}-/),
        holds: [{ partId: first, quantity: 1 }],
      },
      expect.objectContaining({ orderId: two.orderId, purchase: 'cart', url: two.body.url }),
    ]);
    await deliver(shop, one.orderId, 'paid');
    await deliver(shop, two.orderId, 'expired');
    expect(await ownHolds(browser)).toEqual([]);
  });

  test('without a cookie sees no payments', async () => {
    const { cookie, orderId } = await checkOut(shop, [{ id: await addPart(), amountCents: 4000 }]);
    expect(await ownHolds()).toEqual([]);
    const other = await checkOut(shop, [{ id: await addPart(), amountCents: 4000 }]);
    expect((await ownHolds(other.cookie)).map((payment) => payment.orderId)).toEqual([other.orderId]);
    expect(await ownHolds('partyard.browser=%')).toEqual([]);
    expect(await giveUp(orderId, other.cookie)).toEqual({});
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'pending' });
    expect(await giveUp(orderId, browserOf(cookie))).toEqual({ status: 'canceled' });
  });

  test('can cancel any of its payments, not only the latest', async () => {
    const id = await addPart();
    const one = await checkOut(shop, [{ id, amountCents: 4000 }], { body: buyNow });
    const browser = browserOf(one.cookie) ?? '';
    await checkOut(shop, [{ id: await addPart(), amountCents: 4000 }], { cookie: browser, body: buyNow });
    expect(await giveUp(one.orderId, browser)).toEqual({ status: 'canceled' });
    expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
  });
});

test('an account sees and cancels its payments from all browsers', async () => {
  const [olga, sam] = [`olga-${crypto.randomUUID()}@example.com`, `sam-${crypto.randomUUID()}@example.com`];
  const signIn = (email: string) => shop.signIn(email, 'a long password');
  for (const email of [olga, sam]) await shop.addUser({ email, password: 'a long password' });
  const [here, there] = [await signIn(olga), await signIn(olga)];
  const { orderId } = await checkOut(shop, [{ id: await addPart(), amountCents: 4000 }], { cookie: here });
  expect((await ownHolds(there)).map((payment) => payment.orderId)).toEqual([orderId]);
  const other = await signIn(sam);
  expect(await ownHolds(other)).toEqual([]);
  expect(await giveUp(orderId, other)).toEqual({});
  expect(await giveUp(orderId, there)).toEqual({ status: 'canceled' });
});

test('pages show that someone is paying only while all units are held', async () => {
  const [id = ''] = await addParts(shop.database.owner, [
    { part_name: 'Lonely Horn', price: 40, stock_quantity: 2, vehicle_make: 'Saab', vehicle_model: '900' },
  ]);
  const pages = [
    '/junkyard?make=Saab',
    '/?make=Saab&model=900&year=2015&category=Brakes',
    `/part/lonely-horn-2015-saab-900-${id}`,
  ];
  const said = async () => {
    const texts = await Promise.all(pages.map(async (page) => (await shop.request(page)).text()));
    for (const text of texts) expect(text).toContain('Lonely Horn');
    return texts.map((text) => text.includes('In another shopper&#x27;s checkout. Check back soon.</p>'));
  };
  expect(await said()).toEqual([false, false, false]);
  const first = await checkOut(shop, [{ id, amountCents: 4000 }]);
  expect(await said()).toEqual([false, false, false]);
  const second = await checkOut(shop, [{ id, amountCents: 4000 }]);
  expect(await said()).toEqual([true, true, true]);
  await deliver(shop, first.orderId, 'paid');
  expect(await said()).toEqual([true, true, true]);
  await deliver(shop, second.orderId, 'paid');
  expect(await said()).toEqual([false, false, false]);
});
